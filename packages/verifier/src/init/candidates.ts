import type { JsonObject } from '../json.ts';
import type { Channel, ContentKind } from '../profile/profile.ts';
import type { Edit } from '../scenario/scenario.ts';

const text = { contentType: 'TEXT', text: 'Your order is ready' };
const files = 'https://files.example.test';

const rich: Readonly<Partial<Record<ContentKind, JsonObject>>> = {
  text,
  image: { contentType: 'IMAGE', attachmentUrl: `${files}/shoe.jpg` },
  captioned: { contentType: 'BUTTON', caption: 'Track it', action: 'track' },
  document: {
    contentType: 'DOCUMENT',
    attachmentName: 'contract.pdf',
    attachmentUrl: `${files}/contract.pdf`,
  },
  location: { contentType: 'LOCATION', latitude: 52.52, longitude: 13.405 },
  listPicker: {
    contentType: 'LIST_PICKER',
    listPicker: { sections: [{ items: [{ title: 'Express delivery', subtitle: 'Tomorrow' }] }] },
  },
  buttons: {
    ...text,
    buttons: [{ type: 'QUICK_REPLY', text: 'Yes', payload: 'confirm', action: 'reply' }],
  },
  button: { contentType: 'BUTTON', caption: 'Track it', action: 'track' },
  actionObject: { contentType: 'BUTTON', caption: 'Track it', action: { url: 'https://shop.example' } },
  marketing: { ...text, useMarketingMessagesApi: true, messageActivitySharing: false },
};

/** Content of each kind in the shapes of ADR-0020; a provider may have others, which its owner adds by hand. */
export const candidates: Readonly<Record<Channel, typeof rich>> = {
  SMS: { text },
  CHATONE: { text },
  CHATTWO: rich,
};

/**
 * Edits that a provider refuses if it knows the shape of the candidate. A provider that accepts them
 * ignores the members, and has another shape.
 */
export const proofs: Readonly<Partial<Record<ContentKind, Edit>>> = {
  captioned: { remove: '{content}/caption' },
  buttons: { set: '{content}/buttons', to: 'none' },
  marketing: { set: '{content}/useMarketingMessagesApi', to: 'true' },
};
