// Kernel::dispatch() splits many work groups over x and y; a few at the end have no work.
uint farfirst_group() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
