if(FARFIRST_EMULATED)
  set(absence "cuda.cub_best: needs the CUDA toolkit's headers")
endif()
