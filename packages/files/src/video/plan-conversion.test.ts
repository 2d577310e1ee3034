import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files/accepted-files'
import { describe, expect, it } from 'vitest'
import {
  AUDIO_UNSUPPORTED_MESSAGE,
  type CodecSupport,
  planConversion,
  TARGET_SIZE_SHARE,
  VIDEO_TOO_LARGE_MESSAGE,
  VIDEO_UNSUPPORTED_MESSAGE,
  type VideoEncoding,
  type VideoProperties,
} from './plan-conversion.ts'

const MB = 1024 ** 2
const ALL: CodecSupport = { video: true, audio: true }
const NOTHING: CodecSupport = { video: false, audio: false }

interface VideoOverrides extends Partial<Omit<VideoProperties, 'video'>> {
  picture?: Partial<VideoProperties['video']>
}

/** A one-minute video of a phone, which WhatsApp accepts unchanged. */
const createVideoProperties = ({ picture, ...rest }: VideoOverrides = {}): VideoProperties => ({
  bytes: 12 * MB,
  seconds: 60,
  isPlainMp4: true,
  audio: { isAac: true, bitrate: 128_000 },
  ...rest,
  video: { isAccepted: true, width: 1_920, height: 1_080, framesPerSecond: 30, ...picture },
})

const planEncoding = (given: VideoProperties, can = ALL, aim = TARGET_SIZE_SHARE): VideoEncoding => {
  const plan = planConversion(given, can, aim)
  if (typeof plan === 'string' || 'refused' in plan || plan.video === 'copied')
    throw new Error(`Not encoded: ${JSON.stringify(plan)}`)
  return plan.video
}
const getTotalBitrate = (given: VideoProperties): number => {
  const plan = planConversion(given, ALL)
  if (typeof plan === 'string' || 'refused' in plan) throw new Error('Not converted')
  const sound = typeof plan.audio === 'string' ? (given.audio?.bitrate ?? 0) : plan.audio.bitrate
  return planEncoding(given).bitrate + sound
}

describe('a film', () => {
  it('MEDIA-06 of H.264 and AAC in MP4 goes as it is, up to 16 MB, whatever the browser can do', () => {
    expect(planConversion(createVideoProperties(), NOTHING)).toBe('as it is')
    expect(planConversion(createVideoProperties({ audio: null, bytes: VIDEO_MAX_BYTES }), NOTHING)).toBe('as it is')
    expect(planConversion(createVideoProperties({ bytes: VIDEO_MAX_BYTES + 1 }), ALL)).not.toBe('as it is')
  })

  it('MEDIA-06 of H.264 and AAC in anything else is copied, also where nothing can be encoded', () => {
    expect(planConversion(createVideoProperties({ isPlainMp4: false }), NOTHING)).toEqual({ video: 'copied', audio: 'copied' })
    expect(planConversion(createVideoProperties({ isPlainMp4: false, audio: null }), NOTHING)).toEqual({
      video: 'copied',
      audio: 'none',
    })
    // If copying gave a result that is too large, the video is encoded with a lower bitrate.
    expect(
      planConversion(createVideoProperties({ isPlainMp4: false, bytes: VIDEO_MAX_BYTES }), ALL, TARGET_SIZE_SHARE * 0.95),
    ).toMatchObject({
      video: { bitrate: expect.any(Number) },
    })
  })

  it('MEDIA-06 loses nothing that can stay: only the sound is made anew where the picture is right, and only the picture where the sound is', () => {
    const opus = { isAac: false, bitrate: 96_000 }
    expect(planConversion(createVideoProperties({ audio: opus }), ALL)).toEqual({
      video: 'copied',
      audio: { bitrate: 128_000 },
    })
    expect(planConversion(createVideoProperties({ picture: { isAccepted: false } }), ALL)).toMatchObject({
      video: { width: 1_280, height: 720 },
      audio: 'copied',
    })
    expect(planConversion(createVideoProperties({ audio: opus, bytes: VIDEO_MAX_BYTES }), ALL)).toMatchObject({
      video: { width: 1_280 },
      audio: { bitrate: 128_000 },
    })
  })

  it('MEDIA-06 gets the bits that there are for 16 MB, and never more than those', () => {
    for (const seconds of [5, 30, 60, 120, 200, 240]) {
      const long = createVideoProperties({ seconds, bytes: 90 * MB })
      expect(getTotalBitrate(long) * seconds).toBeLessThanOrEqual(VIDEO_MAX_BYTES * 8 * TARGET_SIZE_SHARE + seconds)
      expect(planEncoding(long).bitrate).toBeGreaterThanOrEqual(400_000)
    }
    // At most the bitrate of the original, plus half for the older codec.
    expect(
      planEncoding(createVideoProperties({ bytes: 3 * MB, seconds: 30, picture: { isAccepted: false } })).bitrate,
    ).toBeLessThan(1_300_000)
    // A short video is not encoded with a bitrate that would fill 16 MB.
    expect(planEncoding(createVideoProperties({ bytes: 50 * MB, seconds: 5 })).bitrate).toBe(4_000_000)
  })

  it('MEDIA-06 is refused in words below 400 kbit/s, after its sound gave what it could', () => {
    const isRefused = (seconds: number, sound: VideoProperties['audio'], can: CodecSupport) => {
      const plan = planConversion(createVideoProperties({ seconds, bytes: 300 * MB, audio: sound }), can)
      return typeof plan !== 'string' && 'refused' in plan
    }
    const longest = (sound: VideoProperties['audio'], can = ALL) => {
      let seconds = 60
      while (!isRefused(seconds + 1, sound, can)) seconds++
      return seconds
    }
    expect(longest(null)).toBe(312)
    expect(longest({ isAac: true, bitrate: 128_000 })).toBe(251)
    expect(longest({ isAac: true, bitrate: 320_000 })).toBe(251)
    expect(longest({ isAac: true, bitrate: 320_000 }, { video: true, audio: false })).toBe(173)
    expect(planConversion(createVideoProperties({ seconds: 600, bytes: 300 * MB }), ALL)).toEqual({
      refused: VIDEO_TOO_LARGE_MESSAGE,
    })
    expect(VIDEO_TOO_LARGE_MESSAGE).toBe('Este vídeo não cabe em 16 MB nem reduzido.')
    // This applies in every browser, so it is reported before the limits of this one.
    expect(planConversion(createVideoProperties({ seconds: 600, bytes: 300 * MB }), NOTHING)).toEqual({
      refused: VIDEO_TOO_LARGE_MESSAGE,
    })
  })

  it('MEDIA-06 has no more pixels than its bits are enough for, as many to a side as it is upright or not, and in pairs', () => {
    const sized = (seconds: number, width: number, height: number) => {
      const encoding = planEncoding(createVideoProperties({ seconds, bytes: 60 * MB, picture: { width, height } }))
      return [encoding.width, encoding.height]
    }
    expect(sized(20, 3_840, 2_160)).toEqual([1_920, 1_080])
    expect(sized(60, 2_160, 3_840)).toEqual([720, 1_280])
    expect(sized(220, 1_920, 1_080)).toEqual([854, 480])
    expect(sized(60, 641, 361)).toEqual([642, 362])
    expect(planEncoding(createVideoProperties({ bytes: 60 * MB, picture: { framesPerSecond: 60 } })).framesPerSecond).toBe(30)
    expect(
      planEncoding(createVideoProperties({ bytes: 60 * MB, picture: { framesPerSecond: 30.02 } })).framesPerSecond,
    ).toBeUndefined()
  })

  it('MEDIA-06 says what this browser cannot do, and what would do instead', () => {
    expect(planConversion(createVideoProperties({ picture: { isAccepted: false } }), { video: false, audio: true })).toEqual({
      refused: VIDEO_UNSUPPORTED_MESSAGE,
    })
    expect(
      planConversion(createVideoProperties({ audio: { isAac: false, bitrate: 96_000 } }), { video: true, audio: false }),
    ).toEqual({
      refused: AUDIO_UNSUPPORTED_MESSAGE,
    })
    for (const words of [VIDEO_UNSUPPORTED_MESSAGE, AUDIO_UNSUPPORTED_MESSAGE])
      expect(words).toMatch(/^Este navegador não converte .*envie um MP4/)
  })
})
