import sharp from 'sharp'

/** Maximum length in pixels of the longer side of a thumbnail (MEDIA-14). */
const MAX_THUMBNAIL_SIDE_PX = 640
/** Maximum size of a thumbnail in bytes. */
const MAX_BYTES = 60_000
/** Maximum number of pixels of the original image. */
const MAX_PIXELS = 50_000_000

/** Allows only the image formats that users and channels send. The image library also supports riskier formats, such as SVG and PDF. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile', 'VipsForeignLoadNsgifFile'],
})
// Limits memory and CPU: no cache, and one thread for each image.
sharp.cache(false)
sharp.concurrency(1)

/** Sizes in pixels and WebP qualities, tried in turn until the thumbnail is small enough. */
const THUMBNAIL_ATTEMPTS = [
  { side: MAX_THUMBNAIL_SIDE_PX, quality: 72 },
  { side: MAX_THUMBNAIL_SIDE_PX, quality: 45 },
  { side: 480, quality: 40 },
  { side: 320, quality: 30 },
  { side: 240, quality: 15 },
] as const

/** Maximum length in pixels of the longer side of a JPEG for language models (2-agents.md, section 4) or of a product photo. */
const MAX_JPEG_SIDE_PX = 1_568

/** Returns a function that opens the image, or null if the image has more than 50 megapixels. @throws if the image format is not allowed */
async function openImage(path: string) {
  const openFile = () => sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { width, height } = await openFile().metadata()
  return width * height <= MAX_PIXELS ? openFile : null
}

/**
 * Converts an image to an upright JPEG of at most 1,568 pixels per side. Returns null if the image cannot be read or exceeds 50 megapixels.
 */
export async function toUprightJpeg(path: string): Promise<Buffer | null> {
  try {
    const open = await openImage(path)
    const size = { width: MAX_JPEG_SIDE_PX, height: MAX_JPEG_SIDE_PX, fit: 'inside', withoutEnlargement: true } as const
    return open && (await open().autoOrient().resize(size).flatten({ background: '#fff' }).jpeg({ quality: 80 }).toBuffer())
  } catch {
    return null
  }
}

/**
 * Returns an upright thumbnail of an image as WebP. Returns null if the image cannot be read, exceeds 50 megapixels or does not shrink to
 * 60 kB.
 */
export async function shrinkImage(path: string): Promise<Buffer | null> {
  try {
    const open = await openImage(path)
    if (!open) return null
    for (const { side, quality } of THUMBNAIL_ATTEMPTS) {
      const small = await open()
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality })
        .toBuffer()
      if (small.length <= MAX_BYTES) return small
    }
    return null
  } catch {
    // The bytes begin like an image but are not a valid one.
    return null
  }
}
