import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { SERVER_FEATURES } from '../imports/server-features.ts'
import { CONVERSATION_ROOMS } from '../imports/zones.ts'
import {
  decisionIndex,
  decisionProblems,
  numberProblems,
  orderProblems,
  outsideProblems,
  type Page,
  pathProblems,
} from './docs.ts'
import { sourceFiles } from './sources.ts'

/** The index of the decisions, from the root. */
export const INDEX = 'docs/decisions/README.md'

const read = (file: string): Page => ({ file, text: readFileSync(join(root, file), 'utf8') })

const decisions = (): Page[] =>
  sourceFiles('.md')
    .filter((file) => /^docs\/decisions\/\d{3}-/.test(file) && !file.endsWith('/000-template.md'))
    .toSorted()
    .map(read)

/** What the index has to say. */
export const wantedIndex = (): string => decisionIndex(decisions())

const SOURCE = /\.(?:ts|tsx|mjs|js|css|sql|html|sh|yaml)$|^\.ci\//

/** What is wrong with what is written about the product; copies of the specification are not ours to mend. */
export const docsProblems = (): { problems: string[]; note: string } => {
  const files = sourceFiles('')
  const pages = files.filter(
    (file) => file === 'README.md' || (/^docs\/.*\.md$/.test(file) && !/^docs\/(?:items\.md|sale\/|legal\/)/.test(file)),
  )
  // What is checked here names what it looks for; the reader of the items knows where their originals lie.
  const sources = files.filter((file) => SOURCE.test(file) && !/^scripts\/(?:check|items)\//.test(file))
  const own = decisions()
  return {
    problems: [
      ...pages.map(read).flatMap((page) => pathProblems(page, files)),
      ...orderProblems(read('docs/ARCHITECTURE.md'), {
        'scripts/imports/server-features.ts': SERVER_FEATURES,
        'CONVERSATION_ROOMS of scripts/imports/zones.ts': CONVERSATION_ROOMS,
      }),
      ...numberProblems(own),
      ...decisionProblems(own),
      ...[...pages, ...sources].map(read).flatMap(outsideProblems),
      ...(files.includes(INDEX) && read(INDEX).text === decisionIndex(own)
        ? []
        : [`${INDEX} is not of the decisions: npm run reference`]),
    ],
    note: `${pages.length} pages, ${own.length} decisions`,
  }
}
