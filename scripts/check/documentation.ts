import { basename, dirname, join, matchesGlob, normalize } from 'node:path'

/** A page of the documentation: a file in docs/, or the README. */
export interface DocumentationPage {
  readonly file: string
  readonly text: string
}

const LINK_PATTERN = /\]\(([^()\s]+)\)/g
const CODE_SPAN_PATTERN = /`([^`\n]+)`/g
/** Matches code spans that name a file or folder, but not those that name a URL, a package or a command. */
const PATH_PATTERN = /^…?[\w.@*{},-]*(?:\/[\w.@*{},-]+)*\/?$/
const FILE_PATTERN = /\.(?:ts|tsx|mjs|md|json|txt|sh|conf|css|sql)$/

const isPath = (words: string): boolean =>
  PATH_PATTERN.test(words) && (FILE_PATTERN.test(words) || (words.includes('/') && words.endsWith('/')))

/** Expands braces: 'a/{b,c}.ts' → 'a/b.ts', 'a/c.ts'. */
const expandBraces = (path: string): string[] => {
  const found = /\{([^{}]+)\}/.exec(path)
  return found?.[1] === undefined ? [path] : found[1].split(',').flatMap((one) => expandBraces(path.replace(found[0], one)))
}

/**
 * Whether a path in a document matches the end of an existing file's or folder's path. Documents name paths relative to different folders.
 */
const doesPathExist = (path: string, files: readonly string[]): boolean => {
  const words = path.replace(/^…?\/?/, '').replace(/\/$/, '/**')
  return files.some((file) => matchesGlob(file, words) || matchesGlob(file, `**/${words}`))
}

/** Paths that are not checked: they are created at run time or belong to other projects. */
const UNCHECKED_PATHS = new Set(['package.json', '.env', 'media/', 'DATA_DIR/media/', 'node_modules/.cache/'])

/** Returns a problem for each path on a page that does not exist. */
export const findPathProblems = ({ file, text }: DocumentationPage, files: readonly string[]): string[] => {
  const linked = [...text.matchAll(LINK_PATTERN)]
    .map(([, target = '']) => target.split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^(?:https?:|mailto:)/.test(target))
    .filter((target) => !files.some((one) => one.startsWith(normalize(join(dirname(file), target)))))
  const named = [...text.matchAll(CODE_SPAN_PATTERN)]
    .map(([, words = '']) => words)
    .filter((words) => isPath(words) && !UNCHECKED_PATHS.has(words))
    .flatMap(expandBraces)
    .filter((path) => !doesPathExist(path, files))
  return [...new Set([...linked, ...named])].map((path) => `${file} names ${path}, which is not there`)
}

const STATE_LINE =
  /^Date: \d{4}-\d\d-\d\d\. State: (accepted|superseded by (\d{3}))\.( Goes on from \d{3}\.| Supersedes \d{3}\.)?$/
const ALLOWED_SECTIONS = ['Context', 'Decision', 'Figures', 'Consequence']
const MAX_LINES = 50

const getDecisionNumber = (file: string) => /^\d{3}/.exec(basename(file))?.[0] ?? ''
const getTitle = (text: string) => /^# (?:\d{3} )?(.+)$/m.exec(text)?.[1] ?? ''

/** Returns a problem for each expected sequence ('a → b → c') that a page does not contain. */
export const findSequenceProblems = (
  { file, text }: DocumentationPage,
  orders: Readonly<Record<string, readonly string[]>>,
): string[] =>
  Object.entries(orders).flatMap(([where, order]) =>
    text.includes(`\`${order.join(' → ')}\``) ? [] : [`${file} has not the order of ${where}: ${order.join(' → ')}`],
  )

/** Returns a problem for each number that several decisions share, because references to it would be ambiguous. */
export const findNumberProblems = (pages: readonly DocumentationPage[]): string[] =>
  [...Map.groupBy(pages, ({ file }) => getDecisionNumber(file))].flatMap(([number, found]) =>
    found.length > 1 ? [`${found.map(({ file }) => file).join(' and ')} have one number, ${number}`] : [],
  )

/** Matches names of documents outside the repository, which readers of the repository cannot open. */
const EXTERNAL_DOCUMENTS =
  /(?<![\w-])(?:(?:product|visual|design|reliability|examples|whatsapp|decisions)\.md\b|whatsapp-2\b|0-frame\b|reliability's\b)|\bspec\/sale\b/

/**
 * Returns a problem for each line that cites a document outside the repository. Lines must cite docs/sale, docs/items.md or a decision
 * instead.
 */
export const findExternalCitations = ({ file, text }: DocumentationPage): string[] =>
  text.split('\n').flatMap((line, at) => {
    const cited = EXTERNAL_DOCUMENTS.exec(line)?.[0]
    return cited ? [`${file}:${at + 1} cites ${cited}, which is not in the repository`] : []
  })

/** Returns a problem for each decision that does not follow 000-template.md. */
export const findDecisionProblems = (pages: readonly DocumentationPage[]): string[] =>
  pages.flatMap(({ file, text }) => {
    const lines = text.trimEnd().split('\n')
    const state = STATE_LINE.exec(lines[2] ?? '')
    const sections = lines.filter((line) => line.startsWith('## ')).map((line) => line.slice('## '.length))
    const by = state?.[2]
    const answer = pages.find((page) => getDecisionNumber(page.file) === by)
    return [
      ...(lines[0]?.startsWith(`# ${getDecisionNumber(file)} `) ? [] : ['its title does not begin with its number']),
      ...(state ? [] : ["its third line is not 'Date: yyyy-mm-dd. State: accepted.' or '… superseded by NNN.'"]),
      ...(ALLOWED_SECTIONS.filter((name) => name !== 'Figures' || sections.includes(name)).join() === sections.join()
        ? []
        : [`its sections are ${sections.join(', ')}, not ${ALLOWED_SECTIONS.join(', ')} (Figures where there are any)`]),
      ...(lines.length > MAX_LINES ? [`it has ${lines.length} lines, of ${MAX_LINES} at most`] : []),
      ...(by && !answer?.text.includes(`Supersedes ${getDecisionNumber(file)}.`)
        ? [`${by} is not there, or does not say that it supersedes ${getDecisionNumber(file)}`]
        : []),
    ].map((problem) => `${file}: ${problem}`)
  })

export const buildDecisionIndex = (pages: readonly DocumentationPage[]): string =>
  [
    '# Decisions',
    '',
    '<!-- Made from the titles by `npm run reference`. -->',
    '',
    'One page for each, by [the template](000-template.md); libraries stand in [stack.md](stack.md).',
    '',
    '| | decision | state |',
    '|---|---|---|',
    ...pages.map(({ file, text }) => {
      const state = STATE_LINE.exec(text.split('\n')[2] ?? '')?.[1] ?? ''
      const name = file.split('/').at(-1) ?? ''
      return `| [${getDecisionNumber(file)}](${name}) | ${getTitle(text)} | ${state} |`
    }),
    '',
  ].join('\n')
