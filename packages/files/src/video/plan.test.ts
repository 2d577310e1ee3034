import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files'
import { describe, expect, it } from 'vitest'
import {
  type Abilities,
  AIM,
  DOES_NOT_FIT,
  type Encoding,
  type Film,
  PICTURE_NOT_CONVERTED,
  planFilm,
  SOUND_NOT_CONVERTED,
} from './plan.ts'

const MB = 1024 ** 2
const ALL: Abilities = { picture: true, sound: true }
const NOTHING: Abilities = { picture: false, sound: false }

interface Given extends Partial<Omit<Film, 'picture'>> {
  picture?: Partial<Film['picture']>
}

/** A one-minute video of a phone, which WhatsApp accepts unchanged. */
const film = ({ picture, ...rest }: Given = {}): Film => ({
  bytes: 12 * MB,
  seconds: 60,
  isPlainMp4: true,
  sound: { isAac: true, bitrate: 128_000 },
  ...rest,
  picture: { isCarried: true, width: 1_920, height: 1_080, framesPerSecond: 30, ...picture },
})

const encodingOf = (given: Film, can = ALL, aim = AIM): Encoding => {
  const plan = planFilm(given, can, aim)
  if (typeof plan === 'string' || 'refused' in plan || plan.picture === 'copied')
    throw new Error(`Not encoded: ${JSON.stringify(plan)}`)
  return plan.picture
}
const bitsOf = (given: Film): number => {
  const plan = planFilm(given, ALL)
  if (typeof plan === 'string' || 'refused' in plan) throw new Error('Not converted')
  const sound = typeof plan.sound === 'string' ? (given.sound?.bitrate ?? 0) : plan.sound.bitrate
  return encodingOf(given).bitrate + sound
}

describe('a film', () => {
  it('MEDIA-06 of H.264 and AAC in MP4 goes as it is, up to 16 MB, whatever the browser can do', () => {
    expect(planFilm(film(), NOTHING)).toBe('as it is')
    expect(planFilm(film({ sound: null, bytes: VIDEO_MAX_BYTES }), NOTHING)).toBe('as it is')
    expect(planFilm(film({ bytes: VIDEO_MAX_BYTES + 1 }), ALL)).not.toBe('as it is')
  })

  it('MEDIA-06 of H.264 and AAC in anything else is copied, also where nothing can be encoded', () => {
    expect(planFilm(film({ isPlainMp4: false }), NOTHING)).toEqual({ picture: 'copied', sound: 'copied' })
    expect(planFilm(film({ isPlainMp4: false, sound: null }), NOTHING)).toEqual({ picture: 'copied', sound: 'none' })
    // If copying gave a result that is too large, the video is encoded with a lower bitrate.
    expect(planFilm(film({ isPlainMp4: false, bytes: VIDEO_MAX_BYTES }), ALL, AIM * 0.95)).toMatchObject({
      picture: { bitrate: expect.any(Number) },
    })
  })

  it('MEDIA-06 loses nothing that can stay: only the sound is made anew where the picture is right, and only the picture where the sound is', () => {
    const opus = { isAac: false, bitrate: 96_000 }
    expect(planFilm(film({ sound: opus }), ALL)).toEqual({ picture: 'copied', sound: { bitrate: 128_000 } })
    expect(planFilm(film({ picture: { isCarried: false } }), ALL)).toMatchObject({
      picture: { width: 1_280, height: 720 },
      sound: 'copied',
    })
    expect(planFilm(film({ sound: opus, bytes: VIDEO_MAX_BYTES }), ALL)).toMatchObject({
      picture: { width: 1_280 },
      sound: { bitrate: 128_000 },
    })
  })

  it('MEDIA-06 gets the bits that there are for 16 MB, and never more than those', () => {
    for (const seconds of [5, 30, 60, 120, 200, 240]) {
      const long = film({ seconds, bytes: 90 * MB })
      expect(bitsOf(long) * seconds).toBeLessThanOrEqual(VIDEO_MAX_BYTES * 8 * AIM + seconds)
      expect(encodingOf(long).bitrate).toBeGreaterThanOrEqual(400_000)
    }
    // At most the bitrate of the original, plus half for the older codec.
    expect(encodingOf(film({ bytes: 3 * MB, seconds: 30, picture: { isCarried: false } })).bitrate).toBeLessThan(1_300_000)
    // A short video is not encoded with a bitrate that would fill 16 MB.
    expect(encodingOf(film({ bytes: 50 * MB, seconds: 5 })).bitrate).toBe(4_000_000)
  })

  it('MEDIA-06 is refused in words below 400 kbit/s, after its sound gave what it could', () => {
    const isRefused = (seconds: number, sound: Film['sound'], can: Abilities) => {
      const plan = planFilm(film({ seconds, bytes: 300 * MB, sound }), can)
      return typeof plan !== 'string' && 'refused' in plan
    }
    const longest = (sound: Film['sound'], can = ALL) => {
      let seconds = 60
      while (!isRefused(seconds + 1, sound, can)) seconds++
      return seconds
    }
    expect(longest(null)).toBe(312)
    expect(longest({ isAac: true, bitrate: 128_000 })).toBe(251)
    expect(longest({ isAac: true, bitrate: 320_000 })).toBe(251)
    expect(longest({ isAac: true, bitrate: 320_000 }, { picture: true, sound: false })).toBe(173)
    expect(planFilm(film({ seconds: 600, bytes: 300 * MB }), ALL)).toEqual({ refused: DOES_NOT_FIT })
    expect(DOES_NOT_FIT).toBe('Este vídeo não cabe em 16 MB nem reduzido.')
    // This applies in every browser, so it is reported before the limits of this one.
    expect(planFilm(film({ seconds: 600, bytes: 300 * MB }), NOTHING)).toEqual({ refused: DOES_NOT_FIT })
  })

  it('MEDIA-06 has no more pixels than its bits are enough for, as many to a side as it is upright or not, and in pairs', () => {
    const sized = (seconds: number, width: number, height: number) => {
      const encoding = encodingOf(film({ seconds, bytes: 60 * MB, picture: { width, height } }))
      return [encoding.width, encoding.height]
    }
    expect(sized(20, 3_840, 2_160)).toEqual([1_920, 1_080])
    expect(sized(60, 2_160, 3_840)).toEqual([720, 1_280])
    expect(sized(220, 1_920, 1_080)).toEqual([854, 480])
    expect(sized(60, 641, 361)).toEqual([642, 362])
    expect(encodingOf(film({ bytes: 60 * MB, picture: { framesPerSecond: 60 } })).framesPerSecond).toBe(30)
    expect(encodingOf(film({ bytes: 60 * MB, picture: { framesPerSecond: 30.02 } })).framesPerSecond).toBeUndefined()
  })

  it('MEDIA-06 says what this browser cannot do, and what would do instead', () => {
    expect(planFilm(film({ picture: { isCarried: false } }), { picture: false, sound: true })).toEqual({
      refused: PICTURE_NOT_CONVERTED,
    })
    expect(planFilm(film({ sound: { isAac: false, bitrate: 96_000 } }), { picture: true, sound: false })).toEqual({
      refused: SOUND_NOT_CONVERTED,
    })
    for (const words of [PICTURE_NOT_CONVERTED, SOUND_NOT_CONVERTED])
      expect(words).toMatch(/^Este navegador não converte .*envie um MP4/)
  })
})
