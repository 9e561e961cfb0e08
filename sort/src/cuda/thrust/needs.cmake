if(FARFIRST_EMULATED)
  set(absence "cuda.thrust: needs the CUDA toolkit's headers")
endif()
