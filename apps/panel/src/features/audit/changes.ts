import type { AuditRow } from '@prosa/contract/entities/audit'
import { fullDate } from '../../shared/lib/dates.ts'
import { roleName } from '../../shared/roles.ts'

/** One field of an act, as it was and as it is; null where there is nothing to tell. */
export interface Change {
  label: string
  before: string | null
  after: string | null
}

const LABELS: Readonly<Record<string, string>> = {
  name: 'Nome',
  email: 'E-mail',
  phone: 'Telefone',
  role: 'Papel',
  active: 'Em uso',
  domain: 'Domínio',
  secondStep: 'Segundo passo pedido de',
  secondStepFrom: 'A partir de',
  retentionMonths: 'Guarda de leads, em meses',
  type: 'Tipo',
  persona: 'Persona',
  instructions: 'Instruções',
  hours: 'Horários',
  model: 'Modelo',
  useModel: 'Usa modelo',
  questions: 'Perguntas',
  replaceQuestions: 'Só estas perguntas',
  asksFor: 'Dados que pede',
  turnsWithoutPerson: 'Respostas sem uma pessoa',
  agentId: 'Agente',
  wabaId: 'Conta do WhatsApp',
  access: 'Token de acesso',
  startsAt: 'Horário',
  until: 'Até',
  reason: 'Motivo',
  by: 'A pedido de',
}

const VALUES: Readonly<Record<string, string>> = {
  optional: 'ninguém',
  managers: 'quem gerencia',
  everyone: 'todos',
  renewed: 'trocado',
  lead: 'o lead',
  person: 'a equipe',
  '…': 'texto alterado',
  'asked for': 'pedido',
  retention: 'tempo de guarda',
  'wrong password': 'senha errada',
  'too many wrong passwords': 'senhas erradas demais',
  'the session was ended': 'acesso usado em dois lugares',
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T/

function told(value: unknown): string | null {
  if (value === undefined) return null
  if (value === null || value === '') return 'nada'
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (MOMENT.test(value)) return fullDate(value)
  return VALUES[value] ?? roleName(value)
}

/** What changed, field by field, in words; fields that only the server knows a name for are left out. */
export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((field) => {
    const label = LABELS[field]
    return label ? [{ label, before: told(before?.[field]), after: told(after?.[field]) }] : []
  })
}
