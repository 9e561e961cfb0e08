# cmake --install: the library with its package (find_package(farfirst) gives farfirst::sort), the programs, the documents.
