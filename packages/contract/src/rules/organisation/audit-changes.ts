import type { AuditRow } from '../../entities/organisation/audit.ts'
import { getRoleLabel } from '../../roles.ts'
import { AUTH_FAILURE_TEXTS } from './audit-texts.ts'

/** A changed field, as text for display. A value is null if the audit log does not contain it. */
interface FieldChange {
  label: string
  before: string | null
  after: string | null
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'Nome',
  email: 'E-mail',
  phone: 'Telefone',
  role: 'Papel',
  active: 'Em uso',
  domain: 'Domínio',
  second_step: 'Segundo passo',
  secondStep: 'Segundo passo pedido de',
  secondStepFrom: 'A partir de',
  retentionMonths: 'Guarda de leads, em meses',
  fileMonths: 'Guarda de arquivos, em meses',
  storageMb: 'Espaço de arquivos, em MB',
  type: 'Tipo',
  persona: 'Persona',
  instructions: 'Instruções',
  hours: 'Horários',
  model: 'Modelo',
  useModel: 'Usa modelo',
  never: 'Nunca dizer',
  questions: 'Perguntas',
  replaceQuestions: 'Só estas perguntas',
  asksFor: 'Dados que pede',
  bubbles: 'Balões por resposta',
  rates: 'Preços',
  turnsWithoutPerson: 'Respostas sem uma pessoa',
  version: 'Versão',
  restoredFrom: 'De volta a',
  red: 'Correções vermelhas',
  unchecked: 'Correções não conferidas',
  agentId: 'Agente',
  wabaId: 'Conta do WhatsApp',
  access: 'Token de acesso',
  startsAt: 'Horário',
  until: 'Até',
  reason: 'Motivo',
  by: 'A pedido de',
}

const VALUE_LABELS: Readonly<Record<string, string>> = {
  optional: 'ninguém',
  managers: 'quem gerencia',
  everyone: 'todos',
  renewed: 'trocado',
  none: 'nenhum',
  totp: 'aplicativo de códigos',
  passkey: 'chave de acesso',
  both: 'aplicativo e chave de acesso',
  one: 'uma mensagem só',
  several: 'vários balões',
  lead: 'o lead',
  person: 'a equipe',
  '…': 'texto alterado',
  'asked for': 'pedido',
  retention: 'tempo de guarda',
  ...AUTH_FAILURE_TEXTS,
}

const ISO_TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/

function formatValue(value: unknown, formatMoment: (iso: string) => string): string | null {
  if (value === undefined) return null
  if (value === null || value === '') return 'nada'
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (ISO_TIMESTAMP.test(value)) return formatMoment(value)
  return VALUE_LABELS[value] ?? getRoleLabel(value)
}

/**
 * Returns the changed fields of an audit log entry for display. Omits fields without a label.
 * @param formatMoment formats an ISO timestamp for display
 */
export function formatAuditChanges(
  { before, after }: Pick<AuditRow, 'before' | 'after'>,
  formatMoment: (iso: string) => string,
): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((field) => {
    const label = FIELD_LABELS[field]
    return label
      ? [{ label, before: formatValue(before?.[field], formatMoment), after: formatValue(after?.[field], formatMoment) }]
      : []
  })
}
