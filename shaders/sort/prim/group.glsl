// Kernel::dispatch() splits what is too many work groups for one axis over x and y; a few at the end have nothing to do.
uint farfirst_group() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
