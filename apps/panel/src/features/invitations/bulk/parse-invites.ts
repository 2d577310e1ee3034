import { DEFAULT_INVITE_ROLE } from '@prosa/contract/constants'
import { isRole, type Role } from '@prosa/contract/roles'
import * as z from 'zod/mini'
import { normalizeForSearch } from '../../../shared/ui/search/normalize-for-search.ts'

/** Parsed line of the list. */
export interface BulkInviteLine {
  /** Line number in the text, from 1. */
  line: number
  email: string
  role: Role
  domain: string
  /** Error message; null if the line is valid. */
  problem: string | null
}

/** Maximum number of lines. A longer list is probably a mistake. */
export const MAX_INVITE_LINES = 500

type Column = 'email' | 'role' | 'domain'

const COLUMN_BY_HEADER: Readonly<Record<string, Column>> = {
  email: 'email',
  'e-mail': 'email',
  papel: 'role',
  perfil: 'role',
  funcao: 'role',
  role: 'role',
  dominio: 'domain',
  domain: 'domain',
  organizacao: 'domain',
  tenant: 'domain',
}
const ROLE_BY_WORD: Readonly<Record<string, Role>> = {
  equipe: 'staff',
  administrador: 'admin',
  administradora: 'admin',
  operador: 'operator',
  operadora: 'operator',
}
const DEFAULT_COLUMNS: readonly (Column | undefined)[] = ['email', 'role', 'domain']

const emailAddress = z.string().check(z.email(), z.maxLength(254))
const isEmailAddress = (text: string) => emailAddress.safeParse(text).success
/** Extracts the e-mail address from a text such as 'Ana Souza <ana@empresa.com>', in which mail programs write it. */
const extractEmailAddress = (cell: string): string => (/<([^<>]+)>\s*$/.exec(cell)?.[1] ?? cell).trim().toLowerCase()

function parseRole(word: string): Role | null {
  const role = normalizeForSearch(word)
  if (role === '') return DEFAULT_INVITE_ROLE
  return isRole(role) ? role : (ROLE_BY_WORD[role] ?? null)
}

const SEPARATORS = [';', '\t', '|', ',']

/**
 * Splits a text into rows of cells. Each line uses the separator that yields the most e-mail addresses, or the most cells if there is no
 * address. The CSV parser is loaded when needed.
 */
async function parseRows(text: string): Promise<string[][]> {
  const { default: papa } = await import('papaparse')
  const splitCells = (line: string): string[] => {
    const variants = SEPARATORS.map((delimiter) => papa.parse<string[]>(line, { delimiter }).data[0] ?? [])
    const pickBest = (count: (cells: string[]) => number) => [...variants].sort((a, b) => count(b) - count(a))[0] ?? []
    const bestByAddress = pickBest((cells) => cells.filter((cell) => isEmailAddress(extractEmailAddress(cell))).length)
    return bestByAddress.some((cell) => isEmailAddress(extractEmailAddress(cell)))
      ? bestByAddress
      : pickBest((cells) => cells.length)
  }
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map(splitCells)
}

/**
 * Parses a list of users to invite, with any usual separator. A header line with column names (e-mail, role, domain) is optional. A line
 * may contain several addresses. Missing values are replaced by `domain` and the default role.
 */
export async function parseInvites(text: string, domain: string): Promise<BulkInviteLine[]> {
  const rows = (await parseRows(text)).map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.trim()) }))
  const nonEmptyRows = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const headerColumns = nonEmptyRows[0]?.cells.map((cell) => COLUMN_BY_HEADER[normalizeForSearch(cell)]) ?? []
  const hasHeader = headerColumns.includes('email')
  const columns = hasHeader ? headerColumns : DEFAULT_COLUMNS
  const seen = new Set<string>()

  const parseLine = (line: number, cells: readonly string[]): BulkInviteLine => {
    const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
    const email = extractEmailAddress(cell('email'))
    const role = parseRole(cell('role'))
    const tenantDomain = cell('domain').toLowerCase() || domain
    const key = `${email} ${tenantDomain}`
    const problem = !isEmailAddress(email)
      ? 'E-mail inválido.'
      : role === null
        ? `Papel desconhecido: ${cell('role')}.`
        : tenantDomain === ''
          ? 'Falta a organização.'
          : seen.has(key)
            ? 'Repetido na lista.'
            : null
    seen.add(key)
    return { line, email, role: role ?? DEFAULT_INVITE_ROLE, domain: tenantDomain, problem }
  }

  return nonEmptyRows.slice(hasHeader ? 1 : 0).flatMap(({ line, cells }) => {
    const addresses = cells.filter((cell) => isEmailAddress(extractEmailAddress(cell)))
    return !hasHeader && addresses.length > 1 ? addresses.map((cell) => parseLine(line, [cell])) : [parseLine(line, cells)]
  })
}
