/**
 * The files that the verifier reads at run time. This module is as deep below the package as the published
 * bundle, so that these addresses hold in both: do not move it into a folder.
 */
const here = import.meta.url;

/** The program itself: the bundle, or the sources. */
export const program = here.endsWith('/src/run-time-files.ts') ? new URL('.', here) : new URL(here);

export const profileSchema = new URL('../schemas/profile.schema.yaml', here);
export const profileTemplate = new URL('../profiles/template.yaml', here);
/** A complete profile, which makes the requests of examples. */
export const exampleProfile = new URL('../profiles/mock.yaml', here);
export const reportStyle = new URL('report/html/report.css', here);
