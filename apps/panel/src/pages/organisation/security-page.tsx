import { SecondStepRuleCard } from '../../features/settings/second-step-rule.tsx'

/** What the organisation asks of those who sign in. */
export function SecurityPage() {
  return (
    <div className="max-w-2xl">
      <title>Segurança · Prosa</title>
      <SecondStepRuleCard />
    </div>
  )
}
