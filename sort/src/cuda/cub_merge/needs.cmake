if(FARFIRST_EMULATED)
  set(absence "cuda.cub_merge: needs the CUDA toolkit's headers")
endif()
