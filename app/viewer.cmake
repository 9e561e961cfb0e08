# viewer
