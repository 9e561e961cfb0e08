#pragma once
// The commands that have no room of their own; main.cpp puts all of them on the command line.

namespace farfirst::bench {

class CommandLine;

void add_list(CommandLine& line);      // the catalogue
void add_sort(CommandLine& line);      // entries against each other
void add_run(CommandLine& line);       // everything, into a folder
void add_counts(CommandLine& line);    // counts on the device, ids, graphs
void add_gpus(CommandLine& line);      // several GPUs against one
void add_compare(CommandLine& line);   // two files of results
void add_plot(CommandLine& line);      // files of results to figures
void add_interop(CommandLine& line);   // OpenGL's buffers in CUDA

}  // namespace farfirst::bench
