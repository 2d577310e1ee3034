/** Format of the file names in a store: ids, digests and numbers, with slashes. */
const VALID_NAME = /^[\w-][\w.-]*(\/[\w-]+)*$/

/** Returns the path of a tenant's file, relative to the root of a file store. @throws if the name is not valid */
export function toStorePath(tenantId: string, name: string): string {
  if (!VALID_NAME.test(name) || !VALID_NAME.test(tenantId)) throw new Error('This is no name of a file of ours')
  return `${tenantId}/${name}`
}
