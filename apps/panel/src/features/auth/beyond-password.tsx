import { OtherWays } from './other-ways.tsx'
import { SecondStep } from './second-step.tsx'

interface BeyondPasswordProps {
  /** The password was right, and the account has a second step. */
  isHalfway: boolean
  rememberMe: boolean
  onBack: () => void
}

/** What a sign-in has beside phone and password, where the provider has it: loaded after the form, which is all that most need. */
export default function BeyondPassword({ isHalfway, rememberMe, onBack }: BeyondPasswordProps) {
  return isHalfway ? <SecondStep rememberMe={rememberMe} onBack={onBack} /> : <OtherWays rememberMe={rememberMe} />
}
