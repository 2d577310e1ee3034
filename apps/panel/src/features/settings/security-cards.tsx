import { PasskeysCard } from './passkeys-card.tsx'
import { SecondStepCard } from './second-step-card.tsx'

/** What there is beside the password. */
export default function SecurityCards() {
  return (
    <>
      <SecondStepCard />
      <PasskeysCard />
    </>
  )
}
