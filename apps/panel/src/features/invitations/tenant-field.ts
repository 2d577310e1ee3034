import type { ComponentType } from 'react'

/** Component that selects an organisation. The page passes it in, so that this feature does not depend on the tenants feature. */
export type TenantField = ComponentType<{
  value: string
  onChange: (domain: string) => void
  onBlur?: () => void
  error?: string | undefined
  label?: string
}>
