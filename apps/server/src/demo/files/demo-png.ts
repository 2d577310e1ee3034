import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 480
const HEIGHT = 360
const FLOOR_TOP_PX = 250

type RgbColor = readonly [red: number, green: number, blue: number]

/** Colours of the drawn wall and rug. Each image uses one pair. */
const COLOR_PAIRS: readonly (readonly [wall: RgbColor, rug: RgbColor])[] = [
  [
    [224, 209, 183],
    [176, 96, 62],
  ],
  [
    [196, 213, 209],
    [44, 110, 118],
  ],
  [
    [216, 200, 205],
    [150, 70, 84],
  ],
  [
    [204, 214, 190],
    [84, 120, 72],
  ],
]
const SKY: RgbColor = [158, 204, 226]
const HILL: RgbColor = [108, 148, 112]
const FRAME: RgbColor = [250, 247, 240]
const BOARDS: RgbColor = [158, 122, 88]
const SEAM: RgbColor = [140, 106, 76]
const LAMP: RgbColor = [240, 200, 110]

const isWithin = (value: number, from: number, to: number) => value >= from && value < to

function getPixelColor(x: number, y: number, [wall, rug]: readonly [RgbColor, RgbColor]): RgbColor {
  if (((x - 240) / 150) ** 2 + ((y - 310) / 32) ** 2 < 1) return rug
  if (y >= FLOOR_TOP_PX) return (y - FLOOR_TOP_PX) % 22 < 2 ? SEAM : BOARDS
  if (isWithin(x, 60, 210) && isWithin(y, 50, 180)) {
    const isFrame = !isWithin(x, 68, 202) || !isWithin(y, 58, 172) || isWithin(x, 131, 139)
    return isFrame ? FRAME : y > 150 - Math.sin(x / 28) * 12 ? HILL : SKY
  }
  if (isWithin(y, 90, 140) && Math.abs(x - 360) < 18 + (y - 90) / 2) return LAMP
  if (isWithin(x, 357, 363) && isWithin(y, 140, FLOOR_TOP_PX)) return SEAM
  return wall
}

function createPngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const lengthAndChecksum = Buffer.alloc(8)
  lengthAndChecksum.writeUInt32BE(data.length, 0)
  lengthAndChecksum.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([lengthAndChecksum.subarray(0, 4), body, lengthAndChecksum.subarray(4)])
}

/** Creates a small PNG image. The same text always gives the same image. */
export function createDemoPng(text: string): Buffer {
  const colors = COLOR_PAIRS[text.length % COLOR_PAIRS.length] ?? [FRAME, BOARDS]
  const pixels = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) pixels.set(getPixelColor(x, y, colors), y * (1 + WIDTH * 3) + 1 + x * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // PNG header: 8 bits per channel, colour type 2 (RGB).
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', deflateSync(pixels)),
    createPngChunk('IEND', Buffer.alloc(0)),
  ])
}
