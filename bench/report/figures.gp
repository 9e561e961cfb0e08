# Draws $data, with the names of its `columns` in the first line. figures.cpp writes these settings before it: file, heading, x_label, y_label,
# and kind: time, rate, speed-up (lines over n), bars, frames (bars on an axis of logarithms, from `bottom`, with numbers), passes (row, begin,
# end, colour, name, entry).
set encoding utf8
if (file[strlen(file)-3:*] eq ".png") {
  set terminal pngcairo size 1000,600 enhanced font "sans,10" background "#ffffff"
} else {
  set terminal svg size 1000,600 enhanced font "sans,12" background "#ffffff"
}
set output file
set title heading noenhanced
set xlabel x_label noenhanced
set ylabel y_label noenhanced
set key outside right top noenhanced autotitle columnhead
set grid
set border 3
set tics nomirror noenhanced
set datafile missing "?"
# Colours that differ for most eyes, also where red and green do not (Okabe and Ito).
colours = "#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #000000"
do for [i = 1:7] { set linetype i lc rgb word(colours, i) }
set style histogram clustered gap 1
set style fill solid 0.9 noborder
set boxwidth 0.9 relative
if (kind eq "bars") {
  set yrange [0:*]
  set xtics rotate by -35
  plot for [i = 2:columns] $data using i:xtic(1) with histograms lt (i-2)%7+1 fs solid 0.9-0.4*((i-2)/7)
}
if (kind eq "frames") {
  set logscale y 10
  set yrange [bottom:*]
  set key outside center bottom horizontal
  plot for [i = 2:columns] $data using i:xtic(1) with histograms lt (i-2)%7+1, \
       for [i = 2:columns] $data using ($0 + (i - 2 - (columns - 2) / 2.0) / columns):i:(sprintf("%.3g", column(i))) with labels offset 0,0.6 notitle
}
if (kind eq "passes") {
  set xrange [0:right]
  set yrange [rows:-1]
  set style fill solid 0.45 border
  plot $data using (($2+$3)/2):1:2:3:($1-0.4):($1+0.4):4:ytic(6) with boxxyerror lc variable notitle, \
       $data using (($2+$3)/2):1:(strlen(strcol(5)) * 0.0085 * right < $3 - $2 ? strcol(5) : "") with labels noenhanced notitle
}
if (kind eq "time" || kind eq "rate" || kind eq "speed-up") {
  set logscale x 2
  set format x "2^{%L}"
  set xtics enhanced
  if (kind eq "time") { set logscale y 10 } else { set yrange [0:*] }
  plot for [i = 2:columns] $data using 1:i with linespoints lt (i-2)%7+1 dt 1+(i-2)/7%3 pt 5+(i-2)%9
}
