#pragma once
// The commands that main.cpp registers. A part that was not built has a stand-in (absent.cpp).

namespace farfirst::bench {

class CommandLine;

void add_list(CommandLine& line);     // the catalogue
void add_sort(CommandLine& line);     // measures entries on the same keys
void add_run(CommandLine& line);      // measures a machine, into a folder
void add_counts(CommandLine& line);   // counts on the device, ids, graphs
void add_gpus(CommandLine& line);     // compares several GPUs with one
void add_compare(CommandLine& line);  // compares two files of results
void add_plot(CommandLine& line);     // draws figures of results
void add_interop(CommandLine& line);  // OpenGL's buffers in CUDA
void add_frame(CommandLine& line);    // whole frames
void add_paper(CommandLine& line);    // repeats papers' measurements
void add_tune(CommandLine& line);     // searches parameters of an entry
void add_read(CommandLine& line);     // measures readers of files

}  // namespace farfirst::bench
