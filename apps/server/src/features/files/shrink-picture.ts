/** A picture of the thread (MEDIA-14): pixels of its longer side, bytes, and from how large a picture none is made. */
const SIDE_PX = 640
const MAX_BYTES = 60_000
const MAX_PIXELS = 50_000_000

/** What people and channels send as pictures; the library knows more, and drawings among them. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif'])

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

/** Opens a picture that people send. @returns null: it is none, or larger than 50 megapixels */
async function openPicture(bytes: Uint8Array) {
  // Loaded by the first who sees a picture.
  const { default: sharp } = await import('sharp')
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format, width, height } = await open().metadata()
  return format && FORMATS.has(format) && width * height <= MAX_PIXELS ? open : null
}

/** A picture as a model reads it and every channel takes it: upright, as JPEG; null as below. */
export async function uprightJpeg(bytes: Uint8Array): Promise<Buffer | null> {
  try {
    const open = await openPicture(bytes)
    const size = { width: SHOWN_PX, height: SHOWN_PX, fit: 'inside', withoutEnlargement: true } as const
    return open && (await open().autoOrient().resize(size).flatten({ background: '#fff' }).jpeg({ quality: 80 }).toBuffer())
  } catch {
    return null
  }
}

/** A picture made small and upright, as WebP; null: it is none that can be read, or larger than 50 megapixels. */
export async function shrinkPicture(bytes: Uint8Array): Promise<Buffer | null> {
  try {
    const open = await openPicture(bytes)
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
