import { type FileTerms, TEAM_TERMS, whyNotOfSize } from '@prosa/contract/rules/files'
import { type Prepared, prepareFile } from '../prepare-file.ts'
import { lookAside } from './aside.ts'

/** What a film may be named after; anything else is what the name says, or pretends to be. */
const ENDINGS = new Set(['mp4', 'm4v', 'mov', 'qt', 'mkv', 'webm', '3gp', '3gpp', '3g2'])
const GB = 1024 ** 3
/** Larger than any film that fits once it is made smaller: what is kept of it until then lies twice on the disk. */
const SOURCE_BYTES = GB

/**
 * What a file goes as, of the team unless other terms are given. A film that WhatsApp does not take is one that is converted before it leaves, or refused where that is of no
 * use, or this browser cannot (MEDIA-06); where the converter has not come, what goes as it is goes all the same.
 */
export async function prepareSendable(file: File, terms: FileTerms = TEAM_TERMS): Promise<Prepared> {
  const asItIs = await prepareFile(file, terms)
  if (!isFilm(file, asItIs)) return asItIs
  const tooLarge = whyNotOfSize(file.size, undefined, { ...terms, maxBytes: SOURCE_BYTES })
  if (tooLarge !== null) return { refused: tooLarge }
  const looked = await lookAside(file).catch(() => null)
  if (!looked?.isFilm) return asItIs
  if (looked.plan === 'as it is' && !('refused' in asItIs)) return asItIs
  if (typeof looked.plan !== 'string' && 'refused' in looked.plan) return looked.plan
  return { blob: file, name: `${file.name.replace(/\.[^.]{1,12}$/, '')}.mp4`, as: 'video', converts: true }
}

const isFilm = ({ name, type, size }: File, asItIs: Prepared): boolean => {
  if (!('refused' in asItIs)) return asItIs.as === 'video'
  const [, ending] = /\.([^.]{1,12})$/.exec(name.toLowerCase()) ?? []
  return size > 0 && (ending === undefined ? type.startsWith('video/') : ENDINGS.has(ending))
}
