// A thread for each pixel of a picture. Stores beyond its edges are discarded.
layout(local_size_x = 16, local_size_y = 8) in;

ivec2 pixel() { return ivec2(gl_GlobalInvocationID.xy); }
