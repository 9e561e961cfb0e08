set(absence "cpu.your_library_sort: its library was not found")
