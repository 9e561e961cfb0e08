// Writes a .ksplat from a .ply by GaussianSplats3D's own writer; make.py calls it.
//   node make_ksplat.mjs PACKAGE IN.ply OUT.ksplat LEVEL DEGREE [SECTION_SIZE BLOCK_SIZE BUCKET_SIZE]
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [packagePath, input, output, ...numbers] = process.argv.slice(2);
const [level, degree, sectionSize = 0, blockSize, bucketSize] = numbers.map(Number);
const { PlyParser, SplatBufferGenerator } = await import(pathToFileURL(packagePath));
const file = readFileSync(input);
const splats = PlyParser.parseToUncompressedSplatArray(file.buffer.slice(file.byteOffset, file.byteOffset + file.length), degree);
const generator = SplatBufferGenerator.getStandardGenerator(0, level, sectionSize, undefined, blockSize, bucketSize);
writeFileSync(output, new Uint8Array(generator.generateFromUncompressedSplatArray(splats).bufferData));
