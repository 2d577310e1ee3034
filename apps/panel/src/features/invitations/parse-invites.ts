import { DEFAULT_INVITE_ROLE } from '@prosa/contract/constants'
import { isRole, type Role } from '@prosa/contract/roles'
import * as z from 'zod/mini'
import { folded } from '../../shared/lib/folded.ts'

/** Parsed line of the list, with its error if there is one. */
export interface BulkLine {
  /** Line number in the text, from 1. */
  line: number
  email: string
  role: Role
  domain: string
  problem: string | null
}

/** Maximum number of lines; more is probably a mistake. */
export const BULK_MAX_LINES = 500

type Column = 'email' | 'role' | 'domain'

const HEADERS: Readonly<Record<string, Column>> = {
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
const ROLE_WORDS: Readonly<Record<string, Role>> = {
  equipe: 'staff',
  administrador: 'admin',
  administradora: 'admin',
  operador: 'operator',
  operadora: 'operator',
}
const BY_PLACE: readonly (Column | undefined)[] = ['email', 'role', 'domain']

const address = z.string().check(z.email(), z.maxLength(254))
const isAddress = (text: string) => address.safeParse(text).success
/** Extracts the address from 'Ana Souza <ana@empresa.com>', as mail programs write it. */
const bare = (cell: string): string => (/<([^<>]+)>\s*$/.exec(cell)?.[1] ?? cell).trim().toLowerCase()

function roleOf(word: string): Role | null {
  const role = folded(word)
  if (role === '') return DEFAULT_INVITE_ROLE
  return isRole(role) ? role : (ROLE_WORDS[role] ?? null)
}

const SEPARATORS = [';', '\t', '|', ',']

/**
 * Splits a text into rows of cells; the CSV parser is loaded on demand. The separator may differ from line to line: for each line, the one
 * that yields an e-mail address is used, otherwise the one that yields the most cells.
 */
async function readRows(text: string): Promise<string[][]> {
  const { default: papa } = await import('papaparse')
  const cellsOf = (line: string): string[] => {
    const ways = SEPARATORS.map((delimiter) => papa.parse<string[]>(line, { delimiter }).data[0] ?? [])
    const most = (count: (cells: string[]) => number) => [...ways].sort((a, b) => count(b) - count(a))[0] ?? []
    const byAddress = most((cells) => cells.filter((cell) => isAddress(bare(cell))).length)
    return byAddress.some((cell) => isAddress(bare(cell))) ? byAddress : most((cells) => cells.length)
  }
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map(cellsOf)
}

/**
 * Parses a list of users, with or without a header (e-mail, role, domain), with any usual separator. Addresses alone, even on one line,
 * also work. Missing values come from `domain` and the default role.
 */
export async function parseInvites(text: string, domain: string): Promise<BulkLine[]> {
  const rows = (await readRows(text)).map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => cell.trim()) }))
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const named = filled[0]?.cells.map((cell) => HEADERS[folded(cell)]) ?? []
  const hasHeader = named.includes('email')
  const columns = hasHeader ? named : BY_PLACE
  const seen = new Set<string>()

  const read = (line: number, cells: readonly string[]): BulkLine => {
    const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
    const email = bare(cell('email'))
    const role = roleOf(cell('role'))
    const where = cell('domain').toLowerCase() || domain
    const key = `${email} ${where}`
    const problem = !isAddress(email)
      ? 'E-mail inválido.'
      : role === null
        ? `Papel desconhecido: ${cell('role')}.`
        : where === ''
          ? 'Falta a organização.'
          : seen.has(key)
            ? 'Repetido na lista.'
            : null
    seen.add(key)
    return { line, email, role: role ?? DEFAULT_INVITE_ROLE, domain: where, problem }
  }

  return filled.slice(hasHeader ? 1 : 0).flatMap(({ line, cells }) => {
    const addresses = cells.filter((cell) => isAddress(bare(cell)))
    return !hasHeader && addresses.length > 1 ? addresses.map((cell) => read(line, [cell])) : [read(line, cells)]
  })
}
