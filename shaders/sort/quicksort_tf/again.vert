#version 450 core
// Elements that were captured before.
layout(location = 0) in uvec2 captured;
out uvec2 element;

void main() { element = captured; }
