if(FARFIRST_EMULATED)
  set(absence "cuda.cub_radix: needs the CUDA toolkit's headers")
endif()
