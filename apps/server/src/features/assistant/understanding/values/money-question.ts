import type { MoneyQuestionTopic } from '@prosa/contract/entities/agents/agent'
import type { TurnInput } from '../../turn-input.ts'
import { normalizeText } from '../text/normalize-text.ts'

const HEALTH_CARE_NAME =
  /\b(clinica|consultorio|odonto\w*|dent(al|ist\w+)|saude|hospita\w+|laboratorio|fisio\w*|psico\w+|medic\w+|dermato\w*|pediatr\w*|ginecolog\w*|cardiolog\w*|oftalmo\w*|ortodont\w*|nutricion\w*)\b/
const NON_PATIENT_NAME = /\b(veterinari\w+|pet|celular\w*|ideias|automotiv\w+|estofados?)\b/

/**
 * Returns what an SDR agent asks about money: the team's setting, or for 'auto' a guess. 'coverage' (insurance or private) if the company's
 * name suggests health care, otherwise 'budget'.
 */
export const chooseMoneyQuestion = ({
  company,
  brief,
}: Pick<TurnInput['agent'], 'company' | 'brief'>): Exclude<MoneyQuestionTopic, 'auto'> => {
  const chosen = brief?.asksFor ?? 'auto'
  if (chosen !== 'auto') return chosen
  const name = normalizeText(company)
  return HEALTH_CARE_NAME.test(name) && !NON_PATIENT_NAME.test(name) ? 'coverage' : 'budget'
}
