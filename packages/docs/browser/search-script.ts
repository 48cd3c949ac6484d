import { suggestPages } from './not-found.ts';
import { startSearch } from './search.ts';

startSearch();
void suggestPages();
