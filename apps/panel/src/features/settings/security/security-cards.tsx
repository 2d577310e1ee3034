import { PasskeysCard } from './passkeys-card.tsx'
import { SecondStepCard } from './second-step-card.tsx'

/** Cards of the user's security settings other than the password. */
export default function SecurityCards() {
  return (
    <>
      <SecondStepCard />
      <PasskeysCard />
    </>
  )
}
