#include "seeds.h"

#include <fmt/format.h>

#include "made_files.h"
#include "made_stl.h"

namespace farfirst::app::test {
namespace {

constexpr std::string_view xyz = "property float x\nproperty float y\nproperty float z\n";

std::string rich_mesh(std::string_view encoding) {
  PlyBody body(encoding);
  for (int i = 0; i < 6; ++i) {
    body.add("double", 589500 + i % 3).add("double", i / 3).add("double", 0.5 * (i == 1));
    body.add("float", 0).add("float", 0).add("float", 1).add("uchar", 255).add("uchar", 10 * i).add("uchar", 0);
    body.add("uchar", 128).add("short", -7).end_row();
  }
  // A concave pentagon, a quad, a triangle, too few corners.
  for (const std::vector<int>& face : std::vector<std::vector<int>>{{0, 1, 2, 5, 3}, {0, 1, 4, 3}, {1, 2, 5}, {1, 2}}) {
    body.add("int", 9).add("uchar", static_cast<double>(face.size()));
    for (const int corner : face) body.add("int", corner);
    body.end_row();
  }
  return fmt::format(
      "ply\nformat {} 1.0\ncomment c\nobj_info o\nelement vertex 6\nproperty double x\nproperty double y\nproperty "
      "double z\n"
      "property float nx\nproperty float ny\nproperty float nz\nproperty uchar red\nproperty uchar green\nproperty "
      "uchar blue\n"
      "property uchar alpha\nproperty short extra\nelement face 4\nproperty int flags\nproperty list uchar int "
      "vertex_indices\n"
      "end_header\n{}",
      encoding, body.bytes());
}

std::string strips(std::string_view encoding) {
  PlyBody body(encoding);
  for (int i = 0; i < 5; ++i) body.add("float", i / 2).add("float", i % 2).add("float", 0).end_row();
  body.add("uint", 6);
  for (const int corner : {0, 1, 2, -1, 3, 4}) body.add("int", corner);
  body.end_row();
  return fmt::format(
      "ply\nformat {} 1.0\nelement vertex 5\n{}element tristrips 1\nproperty list uint int "
      "vertex_indices\nend_header\n{}",
      encoding, xyz, body.bytes());
}

std::string faces_first(std::string_view encoding) {
  PlyBody body(encoding);
  body.add("char", 4);
  for (const int corner : {0, 1, 2, 3}) body.add("ushort", corner);
  body.end_row();
  body.add("uchar", 2).add("double", 1).add("double", 2).end_row();
  for (int i = 0; i < 4; ++i)
    body.add("float", i).add("float", i * i).add("float", 0).add("uchar", 1).add("int", i).end_row();
  return fmt::format(
      "ply\nformat {} 1.0\nelement face 1\nproperty list char ushort vertex_index\nelement junk 1\n"
      "property list uchar double a\nelement vertex 4\n{}property list uchar int b\nend_header\n{}",
      encoding, xyz, body.bytes());
}

std::string splats(std::string_view encoding) {
  PlyBody body(encoding);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 9; ++k) body.add("float", 0.5 * k - i);
    body.end_row();
  }
  return fmt::format(
      "ply\nformat {} 1.0\nelement vertex 3\n{}property float f_dc_0\nproperty float f_dc_1\nproperty float f_dc_2\n"
      "property float opacity\nproperty float scale_0\nproperty float rot_0\nend_header\n{}",
      encoding, xyz, body.bytes());
}

}  // namespace

std::vector<std::string> ply_seeds() {
  std::vector<std::string> seeds;
  for (const std::string_view encoding : ply_encodings) {
    for (const std::string& seed :
         {triangle_ply(encoding), rich_mesh(encoding), strips(encoding), faces_first(encoding), splats(encoding)}) {
      seeds.push_back(seed);
    }
  }
  seeds.push_back(gzip(rich_mesh("binary_little_endian")));
  seeds.push_back(gzip(triangle_ply()) + gzip("x"));
  return seeds;
}

std::vector<std::string> obj_seeds() {
  return {
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n",
      "mtllib a.mtl\nv 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nvt 0 0\nvn 0 0 1\nusemtl red\nf 1/1/1 2/1/1 3/1/1\n"
      "usemtl glass\nf -1//-1 -2//-1 -3//-1\n%%mtl\nnewmtl red\nKd 1 0 0\nd 0.5\nnewmtl glass\nTr 0.25\nKd 0 0 "
      "0\nmap_Kd -o 1 1 a.png\n",
      "# comment\r\no name\r\ng group a b\r\ns off\r\nv 0 0 0 1\r\nv 1 0 0\r\nv 1 1 \\\r\n0\r\nv .5 .25 nan\r\nv 0 1 "
      "0\r\nf 1 2 3 4 5 # end\r\n",
      "v 1e3 -1.5E-2 +2\nv 589500.25 0 0\nv inf 0 0\nl 1 2 3\np 1\nf 1 2\nf 1\nvw 0 0 0.5\nt tag 1/1/1 0 0 a\ncurv 0 1 "
      "1 2\n",
      "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\nf 5 4 3 2 1\nvn 0 0 2\nf 1//1 2//1 3//1\n",
      "mtllib my scene.mtl \"b c.mtl\" C:\\x\\d.MTL\nusemtl red \nv 0 0 0 255 0 0\nv 1 0 0 0 65535 0 128\rv 0 1 0 # "
      "C:\\\nf 1\\\n2 \\\n3#\\\nusemtl C:\\\nfo 1 2 3\ng a \\\nb\nfoo\nsurf 1\n%%mtl\n\xef\xbb\xbfnewmtl RED\nKd 255 "
      "0 0\n",
      "v 448262.112 5411932.678 112.5\nv 448262.122 5411932.678 112.5\nv 448262.112 5411932.688 112.5\nf 1 2 3\n",
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf 1/ 2/ 3/\nf 1// 2// 3//\nf 1/1/ 2/1/ 3/1/\nf 1//1 2// 3/1\nf\nf "
      "#\n",
  };
}

std::vector<std::string> mtl_seeds() {
  return {
      "newmtl red\nKd 1 0 0\nd 0.5\nnewmtl glass\nTr 0.25\nKd 0 0 0\nmap_Kd -o 1 1 a.png\n",
      "\xef\xbb\xbfnewmtl Dark Blue #1 \t\r\n\tKd 0.5 # grey\r\nd -halo 0.2\r\nTr 1\r\n",
      "newmtl C:\\a\\\nKd spectral a.rfl\nKd xyz 0.4 0.2 0.1\nKd 0,5 0 0\nd nan\nd\nnewmtl a\nnewmtl A\nKd 255 128 "
      "\\\n0\n",
      utf16("newmtl red\nKd 1 0 0\n", true, true),
      utf16("newmtl red\nKd 1 0 0\n", false, false),
  };
}

std::vector<std::string> stl_seeds() {
  const std::string magics("COLOR=\x00\xff\x00\x80,MATERIAL=1234", 24);
  const StlFile plain = StlFile().add_strip(3), colored = StlFile(magics).add_strip(2, 0x001f).add_strip(1, 0x8000);
  return {
      plain.bytes(),
      plain.bytes_with_count(0),
      plain.bytes_with_count(1),
      plain.bytes_with_count(1000),
      plain.bytes() + "behind",
      colored.bytes(),
      StlFile("solid VisCAM").add_strip(2, 0x801f).add_strip(1, 0x7fff).bytes(),
      gzip(plain.bytes()),
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid "
      "s\n",
      "\xef\xbb\xbf\r\n SOLID\r\nFACET\r\nOUTER LOOP\r\nVERTEX 448262.112 5411932.678 1e2\r\nVERTEX -.5 nan +1.\r\n"
      "VERTEX 448262.122 5411932.678 1.#INF\r\nVERTEX 1 2 3\r\nENDLOOP\r\nENDFACET\r\n# odd\r\nENDSOLID\r\n",
      "solid one line facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet endsolid",
      "solid a\nfacet normal nan outer loop vertex 0 0 0 endloop endfacet\nendsolid\nsolid b\n"
      "facet normal\nvertex 0 0 0\nvertex 1 0 0\nvertex 4 4 0\nvertex 2 1 0\nvertex 0 4 0\nendfacet\n",
  };
}

std::vector<std::string> off_seeds() {
  return {
      "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n",
      "# comment\nCOFF 3 1 0\n0 0 0 255 0 0\n1 0 0 0 1.5 0 255\n0 1 0 0 0 nan 1\n3 0 1 2 # end\n",
      "STCNOFF\r\n3 2\r\n448262.112 5411932.678 1 0 0 -2 1 0 0 .5 0 1\r\n448262.122 5411932.678 1 0 0 0 1 0 0 1 0 1\r\n"
      "448262.112 5411932.688 inf 0 0 1e3 1 0 0 1 0 1\r\n3 0 1 2\r\n2 0 1\r\n",
      "off\n5 3 0\n0 0 0\n4 0 0\n4 4 0\n2 1 0\n0 4 0 7\n5 0 1 2 3 4 255 0 0\n3 0 1 2\n3 2 3 4 0 1 0 .5\n3 0 1 2 9\n",
      "OFF BINARY\n",
      "4OFF\n1 0 0\n0 0 0 1\n",
  };
}

}  // namespace farfirst::app::test
