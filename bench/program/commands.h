#pragma once
// The commands, which main.cpp puts on the command line. A part that was not built has one that says so (absent.cpp).

namespace farfirst::bench {

class CommandLine;

void add_list(CommandLine& line);     // the catalogue
void add_sort(CommandLine& line);     // entries against each other
void add_run(CommandLine& line);      // everything, into a folder
void add_counts(CommandLine& line);   // counts on the device, ids, graphs
void add_gpus(CommandLine& line);     // several GPUs against one
void add_compare(CommandLine& line);  // two files of results
void add_plot(CommandLine& line);     // files of results to figures
void add_interop(CommandLine& line);  // OpenGL's buffers in CUDA
void add_frame(CommandLine& line);    // whole frames
void add_paper(CommandLine& line);    // what papers measured
void add_tune(CommandLine& line);     // the search for parameters of one
void add_read(CommandLine& line);     // readers of files

}  // namespace farfirst::bench
