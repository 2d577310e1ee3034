import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 480
const HEIGHT = 360
const FLOOR = 250

type Colour = readonly [red: number, green: number, blue: number]

/** Colours of wall and rug, one pair per picture. */
const PAINTS: readonly (readonly [wall: Colour, rug: Colour])[] = [
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
const SKY: Colour = [158, 204, 226]
const HILL: Colour = [108, 148, 112]
const FRAME: Colour = [250, 247, 240]
const BOARDS: Colour = [158, 122, 88]
const SEAM: Colour = [140, 106, 76]
const LAMP: Colour = [240, 200, 110]

const within = (value: number, from: number, to: number) => value >= from && value < to

/** Returns the colour of a pixel in the picture of a room with a window, a lamp and a rug. */
function paint(x: number, y: number, [wall, rug]: readonly [Colour, Colour]): Colour {
  if (((x - 240) / 150) ** 2 + ((y - 310) / 32) ** 2 < 1) return rug
  if (y >= FLOOR) return (y - FLOOR) % 22 < 2 ? SEAM : BOARDS
  if (within(x, 60, 210) && within(y, 50, 180)) {
    const isFrame = !within(x, 68, 202) || !within(y, 58, 172) || within(x, 131, 139)
    return isFrame ? FRAME : y > 150 - Math.sin(x / 28) * 12 ? HILL : SKY
  }
  if (within(y, 90, 140) && Math.abs(x - 360) < 18 + (y - 90) / 2) return LAMP
  if (within(x, 357, 363) && within(y, 140, FLOOR)) return SEAM
  return wall
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Creates a small PNG image, always the same for the same text. */
export function demoPicture(text: string): Buffer {
  const paints = PAINTS[text.length % PAINTS.length] ?? [FRAME, BOARDS]
  const pixels = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) pixels.set(paint(x, y, paints), y * (1 + WIDTH * 3) + 1 + x * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // Eight bits each for red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}
