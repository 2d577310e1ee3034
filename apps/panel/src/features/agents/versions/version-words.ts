import type { OpenHours } from '@prosa/contract/entities/agent'
import type { VersionSettings } from '@prosa/contract/entities/agent-version'
import type { VersionCost } from '@prosa/contract/entities/cost'
import { openText, reaisText, sumText } from '../../../shared/lib/money.ts'
import { ABOUT_MONEY, BUBBLES, DAYS } from '../settings/choices.ts'

/** Labels of an agent's settings, in the order of its form. */

const LABELS: Readonly<Record<keyof VersionSettings, string>> = {
  use_model: 'Conversar com modelo de linguagem',
  model: 'Modelo',
  persona: 'Persona',
  instructions: 'Instruções',
  never: 'Nunca dizer',
  bubbles: 'Cada resposta no WhatsApp',
  asks_for: 'Sobre dinheiro, pergunta',
  questions: 'Perguntas',
  replace_questions: 'Só estas perguntas',
  turns_without_person: 'Respostas em 24 horas até chamar a equipe',
  hours: 'Horário',
}
const ORDER = Object.keys(LABELS) as (keyof VersionSettings)[]
const NOTHING = 'Nada'

const wordOf = (choices: readonly { value: string; label: string }[], wanted: string | undefined) =>
  choices.find(({ value }) => value === wanted)?.label
const yes = (is: boolean): string => (is ? 'Sim' : 'Não')
const hoursText = (hours: readonly OpenHours[]): string =>
  hours.map(({ day, from, to }) => `${DAYS[day]?.label}, ${from} às ${to}`).join('\n')

/** Formats 'Muda: Instruções, Perguntas'. A version without changes is an agent's first. */
export function changedText(changed: readonly string[]): string {
  const labels = ORDER.filter((name) => changed.includes(name)).map((name) => LABELS[name])
  if (labels.length === 0) return 'Como o agente começou'
  return `Muda: ${labels.join(', ')}`
}

/** Returns the settings of a version as pairs of label and value, without those that the provider does not have. */
export function settingsText(settings: VersionSettings): readonly { label: string; value: string }[] {
  const values: Readonly<Record<keyof VersionSettings, string | undefined>> = {
    use_model: yes(settings.use_model),
    model: settings.model ?? 'O do servidor',
    persona: settings.persona ?? NOTHING,
    instructions: settings.instructions ?? NOTHING,
    never: settings.never && (settings.never.join('\n') || NOTHING),
    bubbles: wordOf(BUBBLES, settings.bubbles),
    asks_for: wordOf(ABOUT_MONEY, settings.asks_for),
    questions: settings.questions.join('\n') || NOTHING,
    replace_questions: yes(settings.replace_questions),
    turns_without_person: settings.turns_without_person?.toString(),
    hours: settings.hours === null ? 'Ninguém disse' : hoursText(settings.hours),
  }
  return ORDER.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [{ label: LABELS[name], value }]
  })
}

const counted = new Intl.NumberFormat('pt-BR')

/** Formats the cost of a version per meeting: 'R$ 7,25 por reunião · 12 reuniões'. */
export function costText(cost: VersionCost): string {
  const { micro_brl, count, meetings } = cost
  const spent = count > 0 && sumText(cost)
  const each = spent && meetings > 0 && micro_brl > 0 && `${reaisText(Math.round(micro_brl / meetings))} por reunião`
  const booked = meetings === 0 ? 'nenhuma reunião' : `${counted.format(meetings)} ${meetings === 1 ? 'reunião' : 'reuniões'}`
  return [each || spent, booked, openText(cost)].filter(Boolean).join(' · ')
}
