import { PasskeysCard } from './passkeys-card.tsx'
import { SecondStepCard } from './second-step-card.tsx'

/** Security settings other than the password. */
export default function SecurityCards() {
  return (
    <>
      <SecondStepCard />
      <PasskeysCard />
    </>
  )
}
