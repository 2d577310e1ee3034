import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { SERVER_FEATURES } from '../imports/server-features.ts'
import { CONVERSATION_SUBFOLDERS } from '../imports/zones.ts'
import {
  buildDecisionIndex,
  type DocumentationPage,
  findDecisionProblems,
  findExternalCitations,
  findNumberProblems,
  findPathProblems,
  findSequenceProblems,
} from './documentation.ts'
import { listSourceFiles } from './source-files.ts'

/** Path of the decision index, relative to the repository's root. */
export const DECISION_INDEX_PATH = 'docs/decisions/README.md'

const readPage = (file: string): DocumentationPage => ({ file, text: readFileSync(join(root, file), 'utf8') })

const readDecisions = (): DocumentationPage[] =>
  listSourceFiles('.md')
    .filter((file) => /^docs\/decisions\/\d{3}-/.test(file) && !file.endsWith('/000-template.md'))
    .toSorted()
    .map(readPage)

export const buildExpectedIndex = (): string => buildDecisionIndex(readDecisions())

const SOURCE_FILE = /\.(?:ts|tsx|mjs|js|css|sql|html|sh|yaml)$|^\.ci\//

/** Returns the problems of the documentation. Copies of the specification are skipped, because they are maintained elsewhere. */
export const findDocsProblems = (): { problems: string[]; note: string } => {
  const files = listSourceFiles('')
  const pages = files.filter(
    (file) => file === 'README.md' || (/^docs\/.*\.md$/.test(file) && !/^docs\/(?:items\.md|sale\/|legal\/)/.test(file)),
  )
  // Skips the checks and the item reader, which contain names of outside documents as search terms.
  const sources = files.filter((file) => SOURCE_FILE.test(file) && !/^scripts\/(?:check|items)\//.test(file))
  const own = readDecisions()
  return {
    problems: [
      ...pages.map(readPage).flatMap((page) => findPathProblems(page, files)),
      ...findSequenceProblems(readPage('docs/ARCHITECTURE.md'), {
        'scripts/imports/server-features.ts': SERVER_FEATURES,
        'CONVERSATION_SUBFOLDERS of scripts/imports/zones.ts': CONVERSATION_SUBFOLDERS,
      }),
      ...findNumberProblems(own),
      ...findDecisionProblems(own),
      ...[...pages, ...sources].map(readPage).flatMap(findExternalCitations),
      ...(files.includes(DECISION_INDEX_PATH) && readPage(DECISION_INDEX_PATH).text === buildDecisionIndex(own)
        ? []
        : [`${DECISION_INDEX_PATH} is not of the decisions: npm run reference`]),
    ],
    note: `${pages.length} pages, ${own.length} decisions`,
  }
}
