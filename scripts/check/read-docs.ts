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

/** Path of the decision index, relative to the repository's root. */
export const INDEX = 'docs/decisions/README.md'

const read = (file: string): Page => ({ file, text: readFileSync(join(root, file), 'utf8') })

const decisions = (): Page[] =>
  sourceFiles('.md')
    .filter((file) => /^docs\/decisions\/\d{3}-/.test(file) && !file.endsWith('/000-template.md'))
    .toSorted()
    .map(read)

/** Returns the expected content of the decision index. */
export const wantedIndex = (): string => decisionIndex(decisions())

const SOURCE = /\.(?:ts|tsx|mjs|js|css|sql|html|sh|yaml)$|^\.ci\//

/** Returns the problems of the documentation. Skips copies of the specification, which are maintained elsewhere. */
export const docsProblems = (): { problems: string[]; note: string } => {
  const files = sourceFiles('')
  const pages = files.filter(
    (file) => file === 'README.md' || (/^docs\/.*\.md$/.test(file) && !/^docs\/(?:items\.md|sale\/|legal\/)/.test(file)),
  )
  // Skips the checks and the item reader: they contain outside document names as search terms.
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
