import { OtherWays } from './other-ways.tsx'
import { SecondStep } from './second-step.tsx'

interface BeyondPasswordProps {
  /** Whether the password was accepted and the account requires a second factor. */
  isHalfway: boolean
  rememberMe: boolean
  onBack: () => void
}

/** Sign-in options beyond phone and password, if the provider has them. Loaded after the form, because most users do not need them. */
export default function BeyondPassword({ isHalfway, rememberMe, onBack }: BeyondPasswordProps) {
  return isHalfway ? <SecondStep rememberMe={rememberMe} onBack={onBack} /> : <OtherWays rememberMe={rememberMe} />
}
