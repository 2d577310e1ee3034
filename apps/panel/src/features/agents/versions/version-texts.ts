import type { OpeningHours } from '@prosa/contract/entities/agents/agent'
import type { VersionSettings } from '@prosa/contract/entities/agents/agent-version'
import type { VersionCost } from '@prosa/contract/entities/reports/cost'
import { formatCostSum, formatOpenCosts, formatReais } from '../../../shared/formatting/format-money.ts'
import { MONEY_QUESTION_OPTIONS, REPLY_BUBBLE_OPTIONS, WEEKDAY_OPTIONS } from '../settings/agent-options.ts'

/** Labels of an agent's settings, in the order of the settings form. */

const SETTING_LABELS: Readonly<Record<keyof VersionSettings, string>> = {
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
const SETTING_ORDER = Object.keys(SETTING_LABELS) as (keyof VersionSettings)[]
const EMPTY_VALUE_TEXT = 'Nada'

const getOptionLabel = (choices: readonly { value: string; label: string }[], selected: string | undefined) =>
  choices.find(({ value }) => value === selected)?.label
const formatYesNo = (value: boolean): string => (value ? 'Sim' : 'Não')
const formatHours = (hours: readonly OpeningHours[]): string =>
  hours.map(({ day, from, to }) => `${WEEKDAY_OPTIONS[day]?.label}, ${from} às ${to}`).join('\n')

/** Formats the names of changed settings: 'Muda: Instruções, Perguntas'. An empty list means that the version is the agent's first. */
export function formatChangedSettings(changed: readonly string[]): string {
  const labels = SETTING_ORDER.filter((name) => changed.includes(name)).map((name) => SETTING_LABELS[name])
  if (labels.length === 0) return 'Como o agente começou'
  return `Muda: ${labels.join(', ')}`
}

/** Returns the settings of a version as pairs of label and value. Settings that the server does not support are omitted. */
export function listSettingValues(settings: VersionSettings): readonly { label: string; value: string }[] {
  const values: Readonly<Record<keyof VersionSettings, string | undefined>> = {
    use_model: formatYesNo(settings.use_model),
    model: settings.model ?? 'O do servidor',
    persona: settings.persona ?? EMPTY_VALUE_TEXT,
    instructions: settings.instructions ?? EMPTY_VALUE_TEXT,
    never: settings.never && (settings.never.join('\n') || EMPTY_VALUE_TEXT),
    bubbles: getOptionLabel(REPLY_BUBBLE_OPTIONS, settings.bubbles),
    asks_for: getOptionLabel(MONEY_QUESTION_OPTIONS, settings.asks_for),
    questions: settings.questions.join('\n') || EMPTY_VALUE_TEXT,
    replace_questions: formatYesNo(settings.replace_questions),
    turns_without_person: settings.turns_without_person?.toString(),
    hours: settings.hours === null ? 'Ninguém disse' : formatHours(settings.hours),
  }
  return SETTING_ORDER.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [{ label: SETTING_LABELS[name], value }]
  })
}

const countFormat = new Intl.NumberFormat('pt-BR')

/** Formats the cost of a version per booked meeting: 'R$ 7,25 por reunião · 12 reuniões'. Without meetings, formats the total cost. */
export function formatVersionCost(cost: VersionCost): string {
  const { micro_brl, count, meetings } = cost
  const spentText = count > 0 && formatCostSum(cost)
  const costPerMeeting =
    spentText && meetings > 0 && micro_brl > 0 && `${formatReais(Math.round(micro_brl / meetings))} por reunião`
  const meetingsText =
    meetings === 0 ? 'nenhuma reunião' : `${countFormat.format(meetings)} ${meetings === 1 ? 'reunião' : 'reuniões'}`
  return [costPerMeeting || spentText, meetingsText, formatOpenCosts(cost)].filter(Boolean).join(' · ')
}
