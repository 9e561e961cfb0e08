// Words (index, key), compared key first. No two are equal.
bool farfirst_less(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }
