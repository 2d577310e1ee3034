import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { SecondStepForm } from './second-step-form.tsx'

interface AdditionalSignInOptionsProps {
  /** Whether the password was accepted and the second factor is still required. */
  needsSecondStep: boolean
  rememberMe: boolean
  onBack: () => void
}

/**
 * Sign-in options other than phone and password, if the server offers any. They are loaded after the form, because most users do not need
 * them.
 */
export default function AdditionalSignInOptions({ needsSecondStep, rememberMe, onBack }: AdditionalSignInOptionsProps) {
  return needsSecondStep ? (
    <SecondStepForm rememberMe={rememberMe} onBack={onBack} />
  ) : (
    <OtherSignInMethods rememberMe={rememberMe} />
  )
}
