import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { SecondStepForm } from './second-step-form.tsx'

interface AdditionalSignInOptionsProps {
  /** Whether the password was accepted and the account requires a second factor. */
  isHalfway: boolean
  rememberMe: boolean
  onBack: () => void
}

/** Sign-in options beyond phone and password, if the provider has them. Loaded after the form, because most users do not need them. */
export default function AdditionalSignInOptions({ isHalfway, rememberMe, onBack }: AdditionalSignInOptionsProps) {
  return isHalfway ? <SecondStepForm rememberMe={rememberMe} onBack={onBack} /> : <OtherSignInMethods rememberMe={rememberMe} />
}
