/** Format of names in a file store: ids, digests and numbers, separated by slashes. */
const VALID_NAME = /^[\w-][\w.-]*(\/[\w-]+)*$/

/** Returns the path of a tenant's file below the root of a file store. @throws if the name or tenant id is not valid */
export function toStorePath(tenantId: string, name: string): string {
  if (!VALID_NAME.test(name) || !VALID_NAME.test(tenantId)) throw new Error('This is no name of a file of ours')
  return `${tenantId}/${name}`
}
