import sharp from 'sharp'

/** A picture of the thread (MEDIA-14): pixels of its longer side, bytes, and from how large a picture none is made. */
const SIDE_PX = 640
const MAX_BYTES = 60_000
const MAX_PIXELS = 50_000_000

/** What people and channels send as pictures. The library knows more formats, SVG and PDF among them: none of them is opened. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile', 'VipsForeignLoadNsgifFile'],
})
// One picture at a time, and nothing of it is kept.
sharp.cache(false)
sharp.concurrency(1)

/** Ever plainer, until it is small enough: noise in many colours is the worst there is. */
const TRIES = [
  { side: SIDE_PX, quality: 72 },
  { side: SIDE_PX, quality: 45 },
  { side: 480, quality: 40 },
  { side: 320, quality: 30 },
  { side: 240, quality: 15 },
] as const

/** Of what a model is shown (2-agents.md, section 4), and leads of a product: pixels of the longer side. */
const SHOWN_PX = 1_568

/** Opens a picture. @returns null if it is none of the formats above, or larger than 50 megapixels */
async function openPicture(path: string) {
  const openFile = () => sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { width, height } = await openFile().metadata()
  return width * height <= MAX_PIXELS ? openFile : null
}

/** Returns a picture upright, as a JPEG that models and channels accept; null if it cannot be read, or is larger than 50 megapixels. */
export async function uprightJpeg(path: string): Promise<Buffer | null> {
  try {
    const open = await openPicture(path)
    const size = { width: SHOWN_PX, height: SHOWN_PX, fit: 'inside', withoutEnlargement: true } as const
    return open && (await open().autoOrient().resize(size).flatten({ background: '#fff' }).jpeg({ quality: 80 }).toBuffer())
  } catch {
    return null
  }
}

/** Returns a picture small and upright, as WebP; null if it cannot be read, or is larger than 50 megapixels. */
export async function shrinkPicture(path: string): Promise<Buffer | null> {
  try {
    const open = await openPicture(path)
    if (!open) return null
    for (const { side, quality } of TRIES) {
      const small = await open()
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality })
        .toBuffer()
      if (small.length <= MAX_BYTES) return small
    }
    return null
  } catch {
    // Bytes that only begin as a picture does.
    return null
  }
}
