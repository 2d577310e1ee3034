/** Options of the selections in an agent's settings form, with their labels. */

export const WEEKDAY_OPTIONS = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'].map((label, value) => ({
  value,
  label,
}))

export const MONEY_QUESTION_OPTIONS = [
  { value: 'auto', label: 'Conforme o nome da organização' },
  { value: 'budget', label: 'Faixa de investimento' },
  { value: 'coverage', label: 'Convênio ou particular' },
  { value: 'none', label: 'Nada' },
]

export const REPLY_BUBBLE_OPTIONS = [
  { value: 'one', label: 'Uma mensagem só' },
  { value: 'several', label: 'Vários balões' },
]
