import type { AsksFor } from '@prosa/contract/entities/agent'
import type { TurnInput } from '../decision.ts'
import { fold } from './fold.ts'

const CARES_FOR_PATIENTS =
  /\b(clinica|consultorio|odonto\w*|dent(al|ist\w+)|saude|hospita\w+|laboratorio|fisio\w*|psico\w+|medic\w+|dermato\w*|pediatr\w*|ginecolog\w*|cardiolog\w*|oftalmo\w*|ortodont\w*|nutricion\w*)\b/
const FOR_OTHERS = /\b(veterinari\w+|pet|celular\w*|ideias|automotiv\w+|estofados?)\b/

/**
 * Returns what an SDR asks about money: the setting of staff, or by the organisation's name 'coverage' for health care and 'budget' for
 * others. Patients are not asked for a budget.
 */
export const moneyQuestion = ({ company, brief }: Pick<TurnInput['agent'], 'company' | 'brief'>): Exclude<AsksFor, 'auto'> => {
  const chosen = brief?.asksFor ?? 'auto'
  if (chosen !== 'auto') return chosen
  const name = fold(company)
  return CARES_FOR_PATIENTS.test(name) && !FOR_OTHERS.test(name) ? 'coverage' : 'budget'
}
