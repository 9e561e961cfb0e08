#include "broken_files.h"

#include <fmt/format.h>

#include "made_files.h"

namespace farfirst::app::test {
namespace {

constexpr std::string_view xyz = "property float x\nproperty float y\nproperty float z\n";
constexpr std::string_view face_list = "property list uchar int vertex_indices\n";

std::string ply(std::string_view encoding, std::string_view header, std::string_view body) {
  return fmt::format("ply\nformat {} 1.0\n{}end_header\n{}", encoding, header, body);
}

std::string mesh(std::string_view encoding, int vertices, int faces, std::string_view body) {
  return ply(encoding, fmt::format("element vertex {}\n{}element face {}\n{}", vertices, xyz, faces, face_list), body);
}

std::string points(std::string_view encoding, std::uint64_t vertices, std::string_view body) {
  return ply(encoding, fmt::format("element vertex {}\n{}", vertices, xyz), body);
}

constexpr std::string_view little = "binary_little_endian", big = "binary_big_endian";

/// Three vertices, then faces given as 13-byte or other records.
std::string binary_mesh(int faces, const std::vector<double>& corners) {
  PlyBody body(little);
  for (const double value : {0, 0, 0, 1, 0, 0, 0, 1, 0}) body.add("float", value);
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    body.add("uchar", 3).add("int", corners[i]).add("int", corners[i + 1]).add("int", corners[i + 2]);
  }
  return mesh(little, 3, faces, body.bytes());
}

std::string negative_list() {
  PlyBody body(big);
  for (const double value : {0, 0, 0}) body.add("float", value);
  body.add("char", -2);
  return ply(big, fmt::format("element vertex 1\n{}element face 1\nproperty list char int vertex_indices\n", xyz),
             body.bytes());
}

std::string endless_list() {
  PlyBody body(little);
  for (const double value : {0, 0, 0}) body.add("float", value);
  body.add("uint", 4294967295.0).add("int", 0);
  return ply(little, fmt::format("element vertex 1\n{}element face 1\nproperty list uint int vertex_indices\n", xyz),
             body.bytes());
}

/// A list that is stepped over runs past the end.
std::string cut_junk() {
  PlyBody body(little);
  body.add("uchar", 200).add("float", 0).add("float", 0).add("float", 0);
  return ply(little, fmt::format("element junk 1\nproperty list uchar double a\nelement vertex 1\n{}", xyz),
             body.bytes());
}

std::string cut(std::string bytes, std::size_t from_end) {
  bytes.resize(bytes.size() - from_end);
  return bytes;
}

void add_headers(std::vector<BrokenFile>& files) {
  files.push_back({"no-end.ply", "ply\nformat ascii 1.0\nelement vertex 1\n",
                   "line 4: the file ends inside the PLY header, before end_header"});
  files.push_back({"endless-header.ply",
                   "ply\nformat ascii 1.0\ncomment " + std::string(1100000, 'x') + "\nend_header\n",
                   "the PLY header has no line end_header in its first 1048576 bytes"});
  files.push_back({"many-comments.ply",
                   [] {
                     std::string text = "ply\nformat ascii 1.0\n";
                     while (text.size() < 1100000) text += "comment " + std::string(100, 'x') + "\n";
                     return text + "end_header\n";
                   }(),
                   "the PLY header has no line end_header in its first 1048576 bytes"});
  files.push_back({"no-format.ply", "ply\nelement vertex 1\nend_header\n",
                   "the PLY header has no line that begins with \"format\""});
  files.push_back({"format.ply", "ply\nformat binary 1.0\nend_header\n",
                   "line 2: expected format ascii, binary_little_endian or binary_big_endian, found \"binary\""});
  files.push_back(
      {"version.ply", "ply\nformat ascii 2.0\nend_header\n", "line 2: expected PLY version 1.0, found \"2.0\""});
  files.push_back({"nameless-element.ply", "ply\nformat ascii 1.0\nelement\nend_header\n",
                   "line 3: expected the name of an element, found the end of the line"});
  files.push_back({"negative-count.ply", "ply\nformat ascii 1.0\nelement vertex -5\nend_header\n",
                   "line 3: expected how many of element \"vertex\" there are, found \"-5\""});
  files.push_back({"no-count.ply", "ply\nformat ascii 1.0\nelement vertex\nend_header\n",
                   "line 3: expected how many of element \"vertex\" there are, found \"\""});
  files.push_back({"count-beyond-64-bits.ply",
                   "ply\nformat ascii 1.0\nelement vertex 99999999999999999999\nend_header\n",
                   "line 3: expected how many of element \"vertex\" there are, found \"99999999999999999999\""});
  files.push_back({"two-vertices.ply",
                   fmt::format("ply\nformat ascii 1.0\nelement vertex 1\n{}element vertex 1\n", xyz),
                   "line 7: element \"vertex\" is defined a second time"});
  files.push_back({"type.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty long x\nend_header\n",
                   "line 4: expected a type (char, uchar, short, ushort, int, uint, float, double), found \"long\""});
  files.push_back({"list-type.ply", "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar\nend_header\n",
                   "line 4: expected a type (char, uchar, short, ushort, int, uint, float, double), found \"\""});
  files.push_back({"binary-in-header.ply",
                   "ply\nformat ascii 1.0\nelement vertex 1\nproperty \x01\xff\x7f x\nend_header\n",
                   "line 4: expected a type (char, uchar, short, ushort, int, uint, float, double), found \"???\""});
  files.push_back({"early-property.ply", "ply\nformat ascii 1.0\nproperty float x\nend_header\n",
                   "line 3: expected an element before the first property"});
  files.push_back({"nameless-property.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float\nend_header\n",
                   "line 4: expected the name of a property, found the end of the line"});
  files.push_back({"no-vertex-element.ply", ply("ascii", "element face 1\n" + std::string(face_list), "0\n"),
                   "the PLY header has no element vertex"});
  files.push_back({"no-z.ply", ply("ascii", "element vertex 1\nproperty float x\nproperty float y\n", "0 0\n"),
                   "the PLY header has no property z of element vertex"});
  files.push_back(
      {"list-as-x.ply",
       ply("ascii", "element vertex 1\nproperty list uchar float x\nproperty float y\nproperty float z\n", "1 0 0 0\n"),
       "the PLY header has no property x of element vertex"});
  files.push_back({"no-vertices.ply", points("ascii", 0, ""), "the file has no vertices"});
}

void add_promises(std::vector<BrokenFile>& files) {
  files.push_back({"too-many-vertices.ply", points(little, 4294967295u, "123456789012"),
                   "4294967295 vertices are more than can be drawn (4294967294)"});
  files.push_back(
      {"promised-vertices.ply", points(little, 4294967294u, "123456789012"),
       "the header promises 4294967294 vertices, which take 51539607528 bytes or more, but at most 12 bytes "
       "follow it"});
  files.push_back({"promised-text.ply", points("ascii", 1000, "0 0 0\n"),
                   "the header promises 1000 vertices, which take 5999 bytes or more, but at most 6 bytes follow it"});
  files.push_back(
      {"promised-faces.ply", mesh("ascii", 1, 2000000000, "0 0 0\n"),
       "the header promises 2000000000 faces, which take 4000000005 bytes or more, but at most 6 bytes follow it"});
  files.push_back(
      {"promised-junk.ply",
       ply(little, fmt::format("element junk 18446744073709551615\nproperty double a\nelement vertex 1\n{}", xyz),
           "12345678"),
       "the header promises 18446744073709551615 of element \"junk\", which take 147573952589676412928 bytes or "
       "more, but at most 8 bytes follow it"});
}

void add_bodies(std::vector<BrokenFile>& files) {
  files.push_back(
      {"cut-vertices.ply",
       ply(little, fmt::format("element vertex 2\n{}property list uchar int a\n", xyz), std::string(26, '\1')),
       "byte 167: the data end inside vertex 2 of 2"});
  files.push_back(
      {"cut-face.ply", cut(binary_mesh(2, {0, 1, 2, 0, 1, 2}), 3),
       "byte 219: the data end inside face 2 of 2: list \"vertex_indices\" has 3 entries, but at most 9 bytes follow"});
  files.push_back({"cut-skipped-list.ply", cut_junk(), "byte 172: the data end inside element \"junk\" 1 of 1"});
  files.push_back({"binary-index.ply", binary_mesh(2, {0, 1, 2, 0, 7, 2}),
                   "byte 218: face 2 refers to vertex 7, but there are 3 vertices, counted from 0"});
  files.push_back({"negative-index.ply", binary_mesh(1, {0, -1, 2}),
                   "byte 205: face 1 refers to vertex -1, but there are 3 vertices, counted from 0"});
  files.push_back({"negative-list.ply", negative_list(),
                   "byte 177: expected how many entries list \"vertex_indices\" of face 1 has, found -2"});
  files.push_back(
      {"endless-list.ply", endless_list(),
       "byte 184: the data end inside face 1 of 1: list \"vertex_indices\" has 4294967295 entries, but at most "
       "4 bytes follow"});
  files.push_back({"text-index.ply", mesh("ascii", 3, 1, "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"),
                   "line 13: face 1 refers to vertex 3, but there are 3 vertices, counted from 0"});
  files.push_back({"negative-text-index.ply", mesh("ascii", 3, 1, "0 0 0\n1 0 0\n0 1 0\n3 0 1 -3\n"),
                   "line 13: face 1 refers to vertex -3, but there are 3 vertices, counted from 0"});
  files.push_back({"fraction-index.ply", mesh("ascii", 3, 1, "0 0 0\n1 0 0\n0 1 0\n3 0 1 1.5\n"),
                   "line 13: face 1 refers to vertex 1.5, but there are 3 vertices, counted from 0"});
  files.push_back({"word.ply", points("ascii", 2, "0 0 0\n0 abc 0\n"),
                   "line 9: expected a number in vertex 2 of 2, found \"abc\""});
  files.push_back(
      {"hex.ply", points("ascii", 1, "0x10 0 0\n"), "line 8: expected a number in vertex 1 of 1, found \"0x10\""});
  files.push_back(
      {"comma.ply", points("ascii", 1, "0,5 0 0\n"), "line 8: expected a number in vertex 1 of 1, found \"0,5\""});
  files.push_back({"missing-exponent.ply", points("ascii", 1, "1e 0 0\n"),
                   "line 8: expected a number in vertex 1 of 1, found \"1e\""});
  files.push_back(
      {"two-signs.ply", points("ascii", 1, "+-1 0 0\n"), "line 8: expected a number in vertex 1 of 1, found \"+-1\""});
  files.push_back({"strange-infinity.ply", points("ascii", 1, "1.#FOO 0 0\n"),
                   "line 8: expected a number in vertex 1 of 1, found \"1.#FOO\""});
  files.push_back({"extra-value.ply", points("ascii", 2, "0 0 0\n0 0 0 0\n"),
                   "line 9: more values than the header promises for vertex 2 of 2"});
  files.push_back({"cut-text.ply", mesh("ascii", 3, 1, "0 0 0\n1 0 0\n0 1 0\n3 0 1"),
                   "line 13: the data end inside face 1 of 1: list \"vertex_indices\" has 3 entries"});
  files.push_back(
      {"endless-text-list.ply",
       ply("ascii", fmt::format("element vertex 1\n{}element face 1\nproperty list uint int vertex_indices\n", xyz),
           "0 0 0\n4294967295 0\n"),
       "line 11: the data end inside face 1 of 1: list \"vertex_indices\" has 4294967295 entries"});
  files.push_back({"fraction-list.ply", mesh("ascii", 1, 1, "0 0 0\n2.5 0 0\n"),
                   "line 11: expected how many entries list \"vertex_indices\" of face 1 has, found 2.5"});
  files.push_back(
      {"strip-index.ply",
       ply("ascii", fmt::format("element vertex 3\n{}element tristrips 1\nproperty list int int vertex_indices\n", xyz),
           "0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n"),
       "line 13: element \"tristrips\" 1 refers to vertex 9, but there are 3 vertices, counted from 0"});
  files.push_back({"all-nan.ply", points("ascii", 2, "nan 0 0\n0 inf 0\n"),
                   "no vertex has finite coordinates, so there is nothing to show"});
}

void add_obj(std::vector<BrokenFile>& files) {
  files.push_back({"word.obj", "v 0 0 0\nv 0 x 0\n", "line 2: expected a number of a vertex, found \"x\""});
  files.push_back({"short-vertex.obj", "v 0 0 0\nv 0 1\n", "line 2: expected 3 numbers of a vertex, found 2"});
  files.push_back({"short-normal.obj", "v 0 0 0\nvn 0 1\n", "line 2: expected 3 numbers of a normal, found 2"});
  files.push_back({"normal-word.obj", "v 0 0 0\nvn 0 1 one\n", "line 2: expected a number of a normal, found \"one\""});
  files.push_back({"zero.obj", "v 0 0 0\nf 0 1 1\n", "line 2: vertex 0 in \"0\": vertex numbers start at 1"});
  files.push_back({"back.obj", "v 0 0 0\nf 1 -2/1 1\n",
                   "line 2: vertex -2 in \"-2/1\" counts back from here, but only 1 came before"});
  files.push_back(
      {"forward.obj", "v 0 0 0\nf 1 2 3\nv 0 0 1\n", "line 2: a face refers to vertex 3, but there are only 2"});
  files.push_back({"large-number.obj", "v 0 0 0\nf 1 4294967295 1\n", "line 2: vertex number 4294967295 is too large"});
  for (const std::string_view corner :
       {"a", "1/a", "1///", "1/1//", "1/1/1/1", "1.5", "1/1.5", "99999999999999999999"}) {
    files.push_back(
        {fmt::format("corner-{}.obj", files.size()), fmt::format("v 0 0 0\nf 1 1 {}\n", corner),
         fmt::format("line 2: expected a face corner such as 1, 1/2, 1//3 or 1/2/3, found \"{}\"", corner)});
  }
  files.push_back({"zero-byte.obj",
                   std::string("v 0 0 0\n") + std::string(70000, '\n') + std::string("v 1 0 \0 0\n", 10),
                   "line 70002: expected a number of a vertex, found \"?\""});
  files.push_back({"no-vertices.obj", "# nothing\no cube\n", "the file has no vertices"});
  files.push_back({"long-line.obj.gz", gzip("v 0 0 0\n# " + std::string(17000000, 'x') + "\n"),
                   "line 2: longer than 16777216 bytes"});
}

void add_others(std::vector<BrokenFile>& files) {
  const std::string packed = gzip(triangle_ply());
  files.push_back({"empty.ply", "", "the file is empty"});
  files.push_back({"empty-inside.ply.gz", gzip(""), "the file is empty"});
  files.push_back({"cut.ply.gz", packed.substr(0, packed.size() / 2),
                   fmt::format("the gzip data end too early, after {} compressed bytes", packed.size() / 2)});
  files.push_back({"damaged.ply.gz", packed.substr(0, 10) + "\xff\xff\xff\xff" + packed.substr(14),
                   "the gzip data are damaged near byte 11: invalid block type"});
  files.push_back(
      {"promise.ply.gz", gzip(points(little, 4294967294u, "123456789012")), "the header promises 4294967294 vertices"});
  files.push_back(
      {"utf16.ply", utf16(triangle_ply(), true, true), "this is a PLY file in UTF-16; save it as plain text"});
  files.push_back({"picture.obj", "\x89PNG 0123456789", "this is a picture, which is not read"});
  files.push_back({"model.drc", "DRACO 0123456789", "this is a Draco file, which is not read"});
  files.push_back({"paper.ply", "%PDF-1.4 0123456789", "this is a PDF document, which is not read"});
  files.push_back({"noise.ply", std::string("\x01\x02\x00\x03", 4) + std::string(100, '\7'),
                   "line 1: expected \"ply\", found \"???\""});
  files.push_back({"noise.bin", std::string("\x01\x02\x00\x03", 4) + std::string(100, '\7'),
                   "the content is of no format that is read (PLY, OBJ, and what --list-readers names)"});
  files.push_back({"letter.txt", "Dear reader,\nthis is no model.\n",
                   "the content is of no format that is read (PLY, OBJ, and what --list-readers names)"});
  files.push_back({"scene.dae.gz", gzip("<?xml version=\"1.0\"?>\n<COLLADA></COLLADA>\n"),
                   "this is Collada inside gzip; unpack it first"});
}

}  // namespace

std::vector<BrokenFile> broken_files() {
  std::vector<BrokenFile> files;
  add_headers(files);
  add_promises(files);
  add_bodies(files);
  add_obj(files);
  add_others(files);
  add_broken_splats(files);
  return files;
}

}  // namespace farfirst::app::test
