// Generated from spec/ by `npm run generate`. Do not edit.
import { formats } from '@cascade/yaml-file';
import { codePointLength } from '@cascade/yaml-file';
import { isDeepStrictEqual } from 'node:util';
"use strict";
export const validate = validate20;
export default validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"accounts","title":"Accounts file","description":"Who may send, at what price, through which cascades. Accounts that the file names become what it declares, except for money. The description of a pattern is the expectation in its error message.","type":"object","additionalProperties":false,"required":["accounts"],"properties":{"accounts":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/account"}}},"$defs":{"account":{"type":"object","additionalProperties":false,"required":["name","keys","prices","cascades"],"properties":{"name":{"description":"a name of 1 to 100 characters without blanks at the ends","type":"string","pattern":"^(?! )[^\\x00-\\x1f]{1,100}(?<! )$"},"keys":{"type":"array","items":{"$ref":"#/$defs/key"}},"balance":{"description":"Opening balance in minor units (ADR-0012). It counts when the account is made; afterwards money moves only by messages and `cascade-service balance`.","$ref":"#/$defs/amount"},"prices":{"description":"Minor units for one attempt at a stage of the channel.","type":"object","propertyNames":{"$ref":"#/$defs/channel"},"additionalProperties":{"$ref":"#/$defs/amount"}},"cascades":{"type":"array","items":{"$ref":"#/$defs/cascade"}},"senders":{"description":"Sender signatures. Without the list, every signature that a stage names exists and is activated.","type":"array","items":{"$ref":"#/$defs/sender"}},"templates":{"type":"array","items":{"$ref":"#/$defs/template"}},"callback":{"$ref":"#/$defs/callback"},"settings":{"$ref":"#/$defs/settings"}}},"amount":{"type":"integer","minimum":0,"maximum":9007199254740991},"channel":{"enum":["SMS","CHATONE","CHATTWO"]},"key":{"description":"Either the key, of which only the SHA-256 is stored, or that SHA-256 (ADR-0028).","type":"object","additionalProperties":false,"oneOf":[{"required":["key"]},{"required":["hash"]}],"properties":{"key":{"description":"visible ASCII characters, since it travels in a header","type":"string","pattern":"^[\\x21-\\x7e]+$"},"hash":{"description":"the SHA-256 of the key, 64 hexadecimal digits","type":"string","pattern":"^[0-9a-fA-F]{64}$"},"label":{"description":"a label of 1 to 100 printable characters","type":"string","pattern":"^[^\\x00-\\x1f]{1,100}$"},"expiresAt":{"description":"The key is refused from this instant on.","type":"string","format":"date-time"}}},"cascade":{"type":"object","additionalProperties":false,"required":["id","name","stages"],"properties":{"id":{"type":"integer","minimum":0,"maximum":9007199254740991},"name":{"type":"string","minLength":1},"coverage":{"description":"Which problem reports a stage without content (ADR-0004); violations if absent.","enum":["violations","code"]},"stages":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/stage"}}}},"stage":{"type":"object","additionalProperties":false,"required":["uuid","channel","subject"],"properties":{"uuid":{"type":"string","format":"uuid"},"channel":{"$ref":"#/$defs/channel"},"ttl":{"description":"a time above zero as HH:MM:SS","type":"string","pattern":"^(?!00:00:00)[0-9]{2}:[0-5][0-9]:[0-5][0-9]$"},"subject":{"type":"object","additionalProperties":false,"required":["id","subject"],"properties":{"id":{"type":"integer","minimum":0,"maximum":2147483647},"subject":{"type":"string","minLength":1}}}}},"sender":{"type":"object","additionalProperties":false,"required":["channel","subject"],"properties":{"channel":{"$ref":"#/$defs/channel"},"subject":{"type":"string","minLength":1},"activated":{"description":"If false, its stages end with error-subject-unknown (§7.4); true if absent.","type":"boolean"}}},"template":{"type":"object","additionalProperties":false,"required":["channel","name","text"],"properties":{"channel":{"$ref":"#/$defs/channel"},"name":{"type":"string","minLength":1},"contentType":{"description":"The content type that it applies to; all if absent (§2.2).","type":"string","minLength":1},"text":{"description":"text with placeholders such as {code}, every brace part of one","type":"string","pattern":"^(?:[^{}]|\\{[A-Za-z][A-Za-z0-9_]*\\})+$"}}},"callback":{"description":"Declared members replace what was registered (ADR-0014); absent members leave it unchanged. A url that the API registered stays while url and headers are those of the file that was last applied.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"url":{"description":"null withdraws the registration.","type":["string","null"],"maxLength":500},"headers":{"description":"Sent with each callback to this url and to no other (ADR-0017), so they need one beside them; none if absent. Never headers that the service sets itself, such as content-type and webhook-id.","type":"object","maxProperties":8,"propertyNames":{"description":"a header name of at most 100 characters (RFC 9110) and, after a colon, its value","pattern":"^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$"},"additionalProperties":{"description":"visible ASCII characters with blanks only between them","type":"string","maxLength":1024,"pattern":"^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$"}},"secrets":{"description":"The signing secrets; two during a rotation (ADR-0017).","type":"array","maxItems":2,"items":{"description":"whsec_ and the base64 of at least 24 bytes","type":"string","pattern":"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}}}},"settings":{"type":"object","additionalProperties":false,"properties":{"lenient":{"description":"The request shapes of older clients to accept (ADR-0027); all off if absent.","type":"object","additionalProperties":false,"properties":{"cascadeIdAsText":{"type":"boolean"},"anyRequestId":{"type":"boolean"},"smsWithoutContentType":{"type":"boolean"},"textAsNumber":{"type":"boolean"},"keyboard":{"type":"boolean"},"attachment":{"type":"boolean"},"listRequests":{"type":"boolean"}}},"callbacks":{"description":"Which status changes are reported (ADR-0034).","type":"object","additionalProperties":false,"properties":{"statuses":{"description":"Statuses to report; all if absent. UNDELIVERED is always reported (§6).","type":"array","uniqueItems":true,"items":{"enum":["ENQUEUED","SENT","DELIVERED","READ","EXPIRED","CANCELLED","FAILED","DELAYED"]}}}},"limits":{"description":"Limits that the contract leaves open (ADR-0030); absent means no limit.","type":"object","additionalProperties":false,"properties":{"requestsPerSecond":{"type":"integer","minimum":1,"maximum":1000000},"templateMessagesPerDay":{"description":"chattwo only","type":"integer","minimum":0,"maximum":2147483647}}}}}}};
const schema32 = {"type":"object","additionalProperties":false,"required":["name","keys","prices","cascades"],"properties":{"name":{"description":"a name of 1 to 100 characters without blanks at the ends","type":"string","pattern":"^(?! )[^\\x00-\\x1f]{1,100}(?<! )$"},"keys":{"type":"array","items":{"$ref":"#/$defs/key"}},"balance":{"description":"Opening balance in minor units (ADR-0012). It counts when the account is made; afterwards money moves only by messages and `cascade-service balance`.","$ref":"#/$defs/amount"},"prices":{"description":"Minor units for one attempt at a stage of the channel.","type":"object","propertyNames":{"$ref":"#/$defs/channel"},"additionalProperties":{"$ref":"#/$defs/amount"}},"cascades":{"type":"array","items":{"$ref":"#/$defs/cascade"}},"senders":{"description":"Sender signatures. Without the list, every signature that a stage names exists and is activated.","type":"array","items":{"$ref":"#/$defs/sender"}},"templates":{"type":"array","items":{"$ref":"#/$defs/template"}},"callback":{"$ref":"#/$defs/callback"},"settings":{"$ref":"#/$defs/settings"}}};
const schema33 = {"description":"Either the key, of which only the SHA-256 is stored, or that SHA-256 (ADR-0028).","type":"object","additionalProperties":false,"oneOf":[{"required":["key"]},{"required":["hash"]}],"properties":{"key":{"description":"visible ASCII characters, since it travels in a header","type":"string","pattern":"^[\\x21-\\x7e]+$"},"hash":{"description":"the SHA-256 of the key, 64 hexadecimal digits","type":"string","pattern":"^[0-9a-fA-F]{64}$"},"label":{"description":"a label of 1 to 100 printable characters","type":"string","pattern":"^[^\\x00-\\x1f]{1,100}$"},"expiresAt":{"description":"The key is refused from this instant on.","type":"string","format":"date-time"}}};
const schema34 = {"type":"integer","minimum":0,"maximum":9007199254740991};
const schema35 = {"enum":["SMS","CHATONE","CHATTWO"]};
const schema44 = {"description":"Declared members replace what was registered (ADR-0014); absent members leave it unchanged. A url that the API registered stays while url and headers are those of the file that was last applied.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"url":{"description":"null withdraws the registration.","type":["string","null"],"maxLength":500},"headers":{"description":"Sent with each callback to this url and to no other (ADR-0017), so they need one beside them; none if absent. Never headers that the service sets itself, such as content-type and webhook-id.","type":"object","maxProperties":8,"propertyNames":{"description":"a header name of at most 100 characters (RFC 9110) and, after a colon, its value","pattern":"^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$"},"additionalProperties":{"description":"visible ASCII characters with blanks only between them","type":"string","maxLength":1024,"pattern":"^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$"}},"secrets":{"description":"The signing secrets; two during a rotation (ADR-0017).","type":"array","maxItems":2,"items":{"description":"whsec_ and the base64 of at least 24 bytes","type":"string","pattern":"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}}}};
const schema45 = {"type":"object","additionalProperties":false,"properties":{"lenient":{"description":"The request shapes of older clients to accept (ADR-0027); all off if absent.","type":"object","additionalProperties":false,"properties":{"cascadeIdAsText":{"type":"boolean"},"anyRequestId":{"type":"boolean"},"smsWithoutContentType":{"type":"boolean"},"textAsNumber":{"type":"boolean"},"keyboard":{"type":"boolean"},"attachment":{"type":"boolean"},"listRequests":{"type":"boolean"}}},"callbacks":{"description":"Which status changes are reported (ADR-0034).","type":"object","additionalProperties":false,"properties":{"statuses":{"description":"Statuses to report; all if absent. UNDELIVERED is always reported (§6).","type":"array","uniqueItems":true,"items":{"enum":["ENQUEUED","SENT","DELIVERED","READ","EXPIRED","CANCELLED","FAILED","DELAYED"]}}}},"limits":{"description":"Limits that the contract leaves open (ADR-0030); absent means no limit.","type":"object","additionalProperties":false,"properties":{"requestsPerSecond":{"type":"integer","minimum":1,"maximum":1000000},"templateMessagesPerDay":{"description":"chattwo only","type":"integer","minimum":0,"maximum":2147483647}}}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = codePointLength;
const func0 = isDeepStrictEqual;
const pattern4 = new RegExp("^(?! )[^\\x00-\\x1f]{1,100}(?<! )$", "u");
const pattern5 = new RegExp("^[\\x21-\\x7e]+$", "u");
const pattern6 = new RegExp("^[0-9a-fA-F]{64}$", "u");
const pattern7 = new RegExp("^[^\\x00-\\x1f]{1,100}$", "u");
const pattern10 = new RegExp("^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$", "u");
const pattern11 = new RegExp("^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$", "u");
const pattern12 = new RegExp("^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", "u");
const formats0 = formats["date-time"];
const schema37 = {"type":"object","additionalProperties":false,"required":["id","name","stages"],"properties":{"id":{"type":"integer","minimum":0,"maximum":9007199254740991},"name":{"type":"string","minLength":1},"coverage":{"description":"Which problem reports a stage without content (ADR-0004); violations if absent.","enum":["violations","code"]},"stages":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/stage"}}}};
const schema38 = {"type":"object","additionalProperties":false,"required":["uuid","channel","subject"],"properties":{"uuid":{"type":"string","format":"uuid"},"channel":{"$ref":"#/$defs/channel"},"ttl":{"description":"a time above zero as HH:MM:SS","type":"string","pattern":"^(?!00:00:00)[0-9]{2}:[0-5][0-9]:[0-5][0-9]$"},"subject":{"type":"object","additionalProperties":false,"required":["id","subject"],"properties":{"id":{"type":"integer","minimum":0,"maximum":2147483647},"subject":{"type":"string","minLength":1}}}}};
const formats2 = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const pattern8 = new RegExp("^(?!00:00:00)[0-9]{2}:[0-5][0-9]:[0-5][0-9]$", "u");

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.uuid === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "uuid"},message:"must have required property '"+"uuid"+"'",schema:schema38.required,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.channel === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "channel"},message:"must have required property '"+"channel"+"'",schema:schema38.required,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.subject === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "subject"},message:"must have required property '"+"subject"+"'",schema:schema38.required,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "uuid") || (key0 === "channel")) || (key0 === "ttl")) || (key0 === "subject"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.uuid !== undefined){
let data0 = data.uuid;
if(typeof data0 === "string"){
if(!(formats2.test(data0))){
const err4 = {instancePath:instancePath+"/uuid",schemaPath:"#/properties/uuid/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema38.properties.uuid,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/uuid",schemaPath:"#/properties/uuid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.uuid.type,parentSchema:schema38.properties.uuid,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.channel !== undefined){
let data1 = data.channel;
if(!(((data1 === "SMS") || (data1 === "CHATONE")) || (data1 === "CHATTWO"))){
const err6 = {instancePath:instancePath+"/channel",schemaPath:"#/$defs/channel/enum",keyword:"enum",params:{allowedValues: schema35.enum},message:"must be equal to one of the allowed values",schema:schema35.enum,parentSchema:schema35,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ttl !== undefined){
let data2 = data.ttl;
if(typeof data2 === "string"){
if(!pattern8.test(data2)){
const err7 = {instancePath:instancePath+"/ttl",schemaPath:"#/properties/ttl/pattern",keyword:"pattern",params:{pattern: "^(?!00:00:00)[0-9]{2}:[0-5][0-9]:[0-5][0-9]$"},message:"must match pattern \""+"^(?!00:00:00)[0-9]{2}:[0-5][0-9]:[0-5][0-9]$"+"\"",schema:"^(?!00:00:00)[0-9]{2}:[0-5][0-9]:[0-5][0-9]$",parentSchema:schema38.properties.ttl,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/ttl",schemaPath:"#/properties/ttl/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.ttl.type,parentSchema:schema38.properties.ttl,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.subject !== undefined){
let data3 = data.subject;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.id === undefined){
const err9 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema38.properties.subject.required,parentSchema:schema38.properties.subject,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3.subject === undefined){
const err10 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/required",keyword:"required",params:{missingProperty: "subject"},message:"must have required property '"+"subject"+"'",schema:schema38.properties.subject.required,parentSchema:schema38.properties.subject,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key1 in data3){
if(!((key1 === "id") || (key1 === "subject"))){
const err11 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema38.properties.subject,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data3.id !== undefined){
let data4 = data3.id;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err12 = {instancePath:instancePath+"/subject/id",schemaPath:"#/properties/subject/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema38.properties.subject.properties.id.type,parentSchema:schema38.properties.subject.properties.id,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 2147483647 || isNaN(data4)){
const err13 = {instancePath:instancePath+"/subject/id",schemaPath:"#/properties/subject/properties/id/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647",schema:2147483647,parentSchema:schema38.properties.subject.properties.id,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err14 = {instancePath:instancePath+"/subject/id",schemaPath:"#/properties/subject/properties/id/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema38.properties.subject.properties.id,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data3.subject !== undefined){
let data5 = data3.subject;
if(typeof data5 === "string"){
if(func2(data5) < 1){
const err15 = {instancePath:instancePath+"/subject/subject",schemaPath:"#/properties/subject/properties/subject/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema38.properties.subject.properties.subject,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/subject/subject",schemaPath:"#/properties/subject/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.subject.properties.subject.type,parentSchema:schema38.properties.subject.properties.subject,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.properties.subject.type,parentSchema:schema38.properties.subject,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.type,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema37.required,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema37.required,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.stages === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stages"},message:"must have required property '"+"stages"+"'",schema:schema37.required,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "id") || (key0 === "name")) || (key0 === "coverage")) || (key0 === "stages"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err4 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema37.properties.id.type,parentSchema:schema37.properties.id,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema37.properties.id,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema37.properties.id,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 === "string"){
if(func2(data1) < 1){
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema37.properties.name,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.name.type,parentSchema:schema37.properties.name,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.coverage !== undefined){
let data2 = data.coverage;
if(!((data2 === "violations") || (data2 === "code"))){
const err9 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/enum",keyword:"enum",params:{allowedValues: schema37.properties.coverage.enum},message:"must be equal to one of the allowed values",schema:schema37.properties.coverage.enum,parentSchema:schema37.properties.coverage,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.stages !== undefined){
let data3 = data.stages;
if(Array.isArray(data3)){
if(data3.length < 1){
const err10 = {instancePath:instancePath+"/stages",schemaPath:"#/properties/stages/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.stages,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
if(!(validate23(data3[i0], {instancePath:instancePath+"/stages/" + i0,parentData:data3,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
}
}
else {
const err11 = {instancePath:instancePath+"/stages",schemaPath:"#/properties/stages/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.stages.type,parentSchema:schema37.properties.stages,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema37.type,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema40 = {"type":"object","additionalProperties":false,"required":["channel","subject"],"properties":{"channel":{"$ref":"#/$defs/channel"},"subject":{"type":"string","minLength":1},"activated":{"description":"If false, its stages end with error-subject-unknown (§7.4); true if absent.","type":"boolean"}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.channel === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "channel"},message:"must have required property '"+"channel"+"'",schema:schema40.required,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.subject === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "subject"},message:"must have required property '"+"subject"+"'",schema:schema40.required,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "channel") || (key0 === "subject")) || (key0 === "activated"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.channel !== undefined){
let data0 = data.channel;
if(!(((data0 === "SMS") || (data0 === "CHATONE")) || (data0 === "CHATTWO"))){
const err3 = {instancePath:instancePath+"/channel",schemaPath:"#/$defs/channel/enum",keyword:"enum",params:{allowedValues: schema35.enum},message:"must be equal to one of the allowed values",schema:schema35.enum,parentSchema:schema35,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.subject !== undefined){
let data1 = data.subject;
if(typeof data1 === "string"){
if(func2(data1) < 1){
const err4 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema40.properties.subject,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema40.properties.subject.type,parentSchema:schema40.properties.subject,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.activated !== undefined){
let data2 = data.activated;
if(typeof data2 !== "boolean"){
const err6 = {instancePath:instancePath+"/activated",schemaPath:"#/properties/activated/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema40.properties.activated.type,parentSchema:schema40.properties.activated,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.type,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema42 = {"type":"object","additionalProperties":false,"required":["channel","name","text"],"properties":{"channel":{"$ref":"#/$defs/channel"},"name":{"type":"string","minLength":1},"contentType":{"description":"The content type that it applies to; all if absent (§2.2).","type":"string","minLength":1},"text":{"description":"text with placeholders such as {code}, every brace part of one","type":"string","pattern":"^(?:[^{}]|\\{[A-Za-z][A-Za-z0-9_]*\\})+$"}}};
const pattern9 = new RegExp("^(?:[^{}]|\\{[A-Za-z][A-Za-z0-9_]*\\})+$", "u");

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.channel === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "channel"},message:"must have required property '"+"channel"+"'",schema:schema42.required,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema42.required,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.text === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "text"},message:"must have required property '"+"text"+"'",schema:schema42.required,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "channel") || (key0 === "name")) || (key0 === "contentType")) || (key0 === "text"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.channel !== undefined){
let data0 = data.channel;
if(!(((data0 === "SMS") || (data0 === "CHATONE")) || (data0 === "CHATTWO"))){
const err4 = {instancePath:instancePath+"/channel",schemaPath:"#/$defs/channel/enum",keyword:"enum",params:{allowedValues: schema35.enum},message:"must be equal to one of the allowed values",schema:schema35.enum,parentSchema:schema35,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 === "string"){
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema42.properties.name,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.properties.name.type,parentSchema:schema42.properties.name,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.contentType !== undefined){
let data2 = data.contentType;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/contentType",schemaPath:"#/properties/contentType/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema42.properties.contentType,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/contentType",schemaPath:"#/properties/contentType/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.properties.contentType.type,parentSchema:schema42.properties.contentType,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.text !== undefined){
let data3 = data.text;
if(typeof data3 === "string"){
if(!pattern9.test(data3)){
const err9 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/pattern",keyword:"pattern",params:{pattern: "^(?:[^{}]|\\{[A-Za-z][A-Za-z0-9_]*\\})+$"},message:"must match pattern \""+"^(?:[^{}]|\\{[A-Za-z][A-Za-z0-9_]*\\})+$"+"\"",schema:"^(?:[^{}]|\\{[A-Za-z][A-Za-z0-9_]*\\})+$",parentSchema:schema42.properties.text,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.properties.text.type,parentSchema:schema42.properties.text,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema42.type,parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.keys === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "keys"},message:"must have required property '"+"keys"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.prices === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prices"},message:"must have required property '"+"prices"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.cascades === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cascades"},message:"must have required property '"+"cascades"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema32.properties, key0))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?! )[^\\x00-\\x1f]{1,100}(?<! )$"},message:"must match pattern \""+"^(?! )[^\\x00-\\x1f]{1,100}(?<! )$"+"\"",schema:"^(?! )[^\\x00-\\x1f]{1,100}(?<! )$",parentSchema:schema32.properties.name,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.name.type,parentSchema:schema32.properties.name,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.keys !== undefined){
let data1 = data.keys;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs9 = errors;
let valid4 = false;
let passing0 = null;
const _errs10 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.key === undefined){
const err7 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/$defs/key/oneOf/0/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'",schema:schema33.oneOf[0].required,parentSchema:schema33.oneOf[0],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs10 === errors;
if(_valid0){
valid4 = true;
passing0 = 0;
}
const _errs11 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.hash === undefined){
const err8 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/$defs/key/oneOf/1/required",keyword:"required",params:{missingProperty: "hash"},message:"must have required property '"+"hash"+"'",schema:schema33.oneOf[1].required,parentSchema:schema33.oneOf[1],data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid0 = _errs11 === errors;
if(_valid0 && valid4){
valid4 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid4 = true;
passing0 = 1;
}
}
if(!valid4){
const err9 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/$defs/key/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf",schema:schema33.oneOf,parentSchema:schema33,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
if(!((((key1 === "key") || (key1 === "hash")) || (key1 === "label")) || (key1 === "expiresAt"))){
const err10 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/$defs/key/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema33,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data2.key !== undefined){
let data3 = data2.key;
if(typeof data3 === "string"){
if(!pattern5.test(data3)){
const err11 = {instancePath:instancePath+"/keys/" + i0+"/key",schemaPath:"#/$defs/key/properties/key/pattern",keyword:"pattern",params:{pattern: "^[\\x21-\\x7e]+$"},message:"must match pattern \""+"^[\\x21-\\x7e]+$"+"\"",schema:"^[\\x21-\\x7e]+$",parentSchema:schema33.properties.key,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/keys/" + i0+"/key",schemaPath:"#/$defs/key/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.properties.key.type,parentSchema:schema33.properties.key,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data2.hash !== undefined){
let data4 = data2.hash;
if(typeof data4 === "string"){
if(!pattern6.test(data4)){
const err13 = {instancePath:instancePath+"/keys/" + i0+"/hash",schemaPath:"#/$defs/key/properties/hash/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{64}$"},message:"must match pattern \""+"^[0-9a-fA-F]{64}$"+"\"",schema:"^[0-9a-fA-F]{64}$",parentSchema:schema33.properties.hash,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/keys/" + i0+"/hash",schemaPath:"#/$defs/key/properties/hash/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.properties.hash.type,parentSchema:schema33.properties.hash,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data2.label !== undefined){
let data5 = data2.label;
if(typeof data5 === "string"){
if(!pattern7.test(data5)){
const err15 = {instancePath:instancePath+"/keys/" + i0+"/label",schemaPath:"#/$defs/key/properties/label/pattern",keyword:"pattern",params:{pattern: "^[^\\x00-\\x1f]{1,100}$"},message:"must match pattern \""+"^[^\\x00-\\x1f]{1,100}$"+"\"",schema:"^[^\\x00-\\x1f]{1,100}$",parentSchema:schema33.properties.label,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/keys/" + i0+"/label",schemaPath:"#/$defs/key/properties/label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.properties.label.type,parentSchema:schema33.properties.label,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data2.expiresAt !== undefined){
let data6 = data2.expiresAt;
if(typeof data6 === "string"){
if(!(formats0(data6))){
const err17 = {instancePath:instancePath+"/keys/" + i0+"/expiresAt",schemaPath:"#/$defs/key/properties/expiresAt/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema33.properties.expiresAt,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/keys/" + i0+"/expiresAt",schemaPath:"#/$defs/key/properties/expiresAt/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.properties.expiresAt.type,parentSchema:schema33.properties.expiresAt,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/$defs/key/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.type,parentSchema:schema33,data:data2};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema32.properties.keys.type,parentSchema:schema32.properties.keys,data:data1};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.balance !== undefined){
let data7 = data.balance;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err21 = {instancePath:instancePath+"/balance",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema34.type,parentSchema:schema34,data:data7};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
const err22 = {instancePath:instancePath+"/balance",schemaPath:"#/$defs/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema34,data:data7};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err23 = {instancePath:instancePath+"/balance",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema34,data:data7};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data.prices !== undefined){
let data8 = data.prices;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key2 in data8){
const _errs26 = errors;
if(!(((key2 === "SMS") || (key2 === "CHATONE")) || (key2 === "CHATTWO"))){
const err24 = {instancePath:instancePath+"/prices",schemaPath:"#/$defs/channel/enum",keyword:"enum",params:{allowedValues: schema35.enum},message:"must be equal to one of the allowed values",schema:schema35.enum,parentSchema:schema35,data:key2,propertyName:key2};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
var valid7 = _errs26 === errors;
if(!valid7){
const err25 = {instancePath:instancePath+"/prices",schemaPath:"#/properties/prices/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid",schema:schema32.properties.prices.propertyNames,parentSchema:schema32.properties.prices,data:data8};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
for(const key3 in data8){
let data9 = data8[key3];
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err26 = {instancePath:instancePath+"/prices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema34.type,parentSchema:schema34,data:data9};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 9007199254740991 || isNaN(data9)){
const err27 = {instancePath:instancePath+"/prices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema34,data:data9};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err28 = {instancePath:instancePath+"/prices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema34,data:data9};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
}
else {
const err29 = {instancePath:instancePath+"/prices",schemaPath:"#/properties/prices/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.properties.prices.type,parentSchema:schema32.properties.prices,data:data8};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.cascades !== undefined){
let data10 = data.cascades;
if(Array.isArray(data10)){
const len1 = data10.length;
for(let i1=0; i1<len1; i1++){
if(!(validate22(data10[i1], {instancePath:instancePath+"/cascades/" + i1,parentData:data10,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err30 = {instancePath:instancePath+"/cascades",schemaPath:"#/properties/cascades/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema32.properties.cascades.type,parentSchema:schema32.properties.cascades,data:data10};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.senders !== undefined){
let data12 = data.senders;
if(Array.isArray(data12)){
const len2 = data12.length;
for(let i2=0; i2<len2; i2++){
if(!(validate26(data12[i2], {instancePath:instancePath+"/senders/" + i2,parentData:data12,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
}
}
else {
const err31 = {instancePath:instancePath+"/senders",schemaPath:"#/properties/senders/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema32.properties.senders.type,parentSchema:schema32.properties.senders,data:data12};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.templates !== undefined){
let data14 = data.templates;
if(Array.isArray(data14)){
const len3 = data14.length;
for(let i3=0; i3<len3; i3++){
if(!(validate28(data14[i3], {instancePath:instancePath+"/templates/" + i3,parentData:data14,parentDataProperty:i3,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err32 = {instancePath:instancePath+"/templates",schemaPath:"#/properties/templates/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema32.properties.templates.type,parentSchema:schema32.properties.templates,data:data14};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.callback !== undefined){
let data16 = data.callback;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(Object.keys(data16).length < 1){
const err33 = {instancePath:instancePath+"/callback",schemaPath:"#/$defs/callback/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema44,data:data16};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
for(const key4 in data16){
if(!(((key4 === "url") || (key4 === "headers")) || (key4 === "secrets"))){
const err34 = {instancePath:instancePath+"/callback",schemaPath:"#/$defs/callback/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema44,data:data16};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data16.url !== undefined){
let data17 = data16.url;
if((typeof data17 !== "string") && (data17 !== null)){
const err35 = {instancePath:instancePath+"/callback/url",schemaPath:"#/$defs/callback/properties/url/type",keyword:"type",params:{type: schema44.properties.url.type},message:"must be string,null",schema:schema44.properties.url.type,parentSchema:schema44.properties.url,data:data17};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(typeof data17 === "string"){
if(func2(data17) > 500){
const err36 = {instancePath:instancePath+"/callback/url",schemaPath:"#/$defs/callback/properties/url/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters",schema:500,parentSchema:schema44.properties.url,data:data17};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
if(data16.headers !== undefined){
let data18 = data16.headers;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length > 8){
const err37 = {instancePath:instancePath+"/callback/headers",schemaPath:"#/$defs/callback/properties/headers/maxProperties",keyword:"maxProperties",params:{limit: 8},message:"must NOT have more than 8 properties",schema:8,parentSchema:schema44.properties.headers,data:data18};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
for(const key5 in data18){
const _errs49 = errors;
if(typeof key5 === "string"){
if(!pattern10.test(key5)){
const err38 = {instancePath:instancePath+"/callback/headers",schemaPath:"#/$defs/callback/properties/headers/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$"},message:"must match pattern \""+"^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$"+"\"",schema:"^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$",parentSchema:schema44.properties.headers.propertyNames,data:key5,propertyName:key5};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
var valid19 = _errs49 === errors;
if(!valid19){
const err39 = {instancePath:instancePath+"/callback/headers",schemaPath:"#/$defs/callback/properties/headers/propertyNames",keyword:"propertyNames",params:{propertyName: key5},message:"property name must be valid",schema:schema44.properties.headers.propertyNames,parentSchema:schema44.properties.headers,data:data18};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
for(const key6 in data18){
let data19 = data18[key6];
if(typeof data19 === "string"){
if(func2(data19) > 1024){
const err40 = {instancePath:instancePath+"/callback/headers/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/callback/properties/headers/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema44.properties.headers.additionalProperties,data:data19};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(!pattern11.test(data19)){
const err41 = {instancePath:instancePath+"/callback/headers/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/callback/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$"},message:"must match pattern \""+"^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$"+"\"",schema:"^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$",parentSchema:schema44.properties.headers.additionalProperties,data:data19};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/callback/headers/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/callback/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.properties.headers.additionalProperties.type,parentSchema:schema44.properties.headers.additionalProperties,data:data19};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/callback/headers",schemaPath:"#/$defs/callback/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema44.properties.headers.type,parentSchema:schema44.properties.headers,data:data18};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data16.secrets !== undefined){
let data20 = data16.secrets;
if(Array.isArray(data20)){
if(data20.length > 2){
const err44 = {instancePath:instancePath+"/callback/secrets",schemaPath:"#/$defs/callback/properties/secrets/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items",schema:2,parentSchema:schema44.properties.secrets,data:data20};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
const len4 = data20.length;
for(let i4=0; i4<len4; i4++){
let data21 = data20[i4];
if(typeof data21 === "string"){
if(!pattern12.test(data21)){
const err45 = {instancePath:instancePath+"/callback/secrets/" + i4,schemaPath:"#/$defs/callback/properties/secrets/items/pattern",keyword:"pattern",params:{pattern: "^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"},message:"must match pattern \""+"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"+"\"",schema:"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",parentSchema:schema44.properties.secrets.items,data:data21};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/callback/secrets/" + i4,schemaPath:"#/$defs/callback/properties/secrets/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.properties.secrets.items.type,parentSchema:schema44.properties.secrets.items,data:data21};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/callback/secrets",schemaPath:"#/$defs/callback/properties/secrets/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema44.properties.secrets.type,parentSchema:schema44.properties.secrets,data:data20};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/callback",schemaPath:"#/$defs/callback/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema44.type,parentSchema:schema44,data:data16};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.settings !== undefined){
let data22 = data.settings;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key7 in data22){
if(!(((key7 === "lenient") || (key7 === "callbacks")) || (key7 === "limits"))){
const err49 = {instancePath:instancePath+"/settings",schemaPath:"#/$defs/settings/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema45,data:data22};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data22.lenient !== undefined){
let data23 = data22.lenient;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
for(const key8 in data23){
if(!(((((((key8 === "cascadeIdAsText") || (key8 === "anyRequestId")) || (key8 === "smsWithoutContentType")) || (key8 === "textAsNumber")) || (key8 === "keyboard")) || (key8 === "attachment")) || (key8 === "listRequests"))){
const err50 = {instancePath:instancePath+"/settings/lenient",schemaPath:"#/$defs/settings/properties/lenient/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema45.properties.lenient,data:data23};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data23.cascadeIdAsText !== undefined){
let data24 = data23.cascadeIdAsText;
if(typeof data24 !== "boolean"){
const err51 = {instancePath:instancePath+"/settings/lenient/cascadeIdAsText",schemaPath:"#/$defs/settings/properties/lenient/properties/cascadeIdAsText/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema45.properties.lenient.properties.cascadeIdAsText.type,parentSchema:schema45.properties.lenient.properties.cascadeIdAsText,data:data24};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data23.anyRequestId !== undefined){
let data25 = data23.anyRequestId;
if(typeof data25 !== "boolean"){
const err52 = {instancePath:instancePath+"/settings/lenient/anyRequestId",schemaPath:"#/$defs/settings/properties/lenient/properties/anyRequestId/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema45.properties.lenient.properties.anyRequestId.type,parentSchema:schema45.properties.lenient.properties.anyRequestId,data:data25};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data23.smsWithoutContentType !== undefined){
let data26 = data23.smsWithoutContentType;
if(typeof data26 !== "boolean"){
const err53 = {instancePath:instancePath+"/settings/lenient/smsWithoutContentType",schemaPath:"#/$defs/settings/properties/lenient/properties/smsWithoutContentType/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema45.properties.lenient.properties.smsWithoutContentType.type,parentSchema:schema45.properties.lenient.properties.smsWithoutContentType,data:data26};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data23.textAsNumber !== undefined){
let data27 = data23.textAsNumber;
if(typeof data27 !== "boolean"){
const err54 = {instancePath:instancePath+"/settings/lenient/textAsNumber",schemaPath:"#/$defs/settings/properties/lenient/properties/textAsNumber/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema45.properties.lenient.properties.textAsNumber.type,parentSchema:schema45.properties.lenient.properties.textAsNumber,data:data27};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data23.keyboard !== undefined){
let data28 = data23.keyboard;
if(typeof data28 !== "boolean"){
const err55 = {instancePath:instancePath+"/settings/lenient/keyboard",schemaPath:"#/$defs/settings/properties/lenient/properties/keyboard/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema45.properties.lenient.properties.keyboard.type,parentSchema:schema45.properties.lenient.properties.keyboard,data:data28};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data23.attachment !== undefined){
let data29 = data23.attachment;
if(typeof data29 !== "boolean"){
const err56 = {instancePath:instancePath+"/settings/lenient/attachment",schemaPath:"#/$defs/settings/properties/lenient/properties/attachment/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema45.properties.lenient.properties.attachment.type,parentSchema:schema45.properties.lenient.properties.attachment,data:data29};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data23.listRequests !== undefined){
let data30 = data23.listRequests;
if(typeof data30 !== "boolean"){
const err57 = {instancePath:instancePath+"/settings/lenient/listRequests",schemaPath:"#/$defs/settings/properties/lenient/properties/listRequests/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema45.properties.lenient.properties.listRequests.type,parentSchema:schema45.properties.lenient.properties.listRequests,data:data30};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
else {
const err58 = {instancePath:instancePath+"/settings/lenient",schemaPath:"#/$defs/settings/properties/lenient/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema45.properties.lenient.type,parentSchema:schema45.properties.lenient,data:data23};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data22.callbacks !== undefined){
let data31 = data22.callbacks;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
for(const key9 in data31){
if(!(key9 === "statuses")){
const err59 = {instancePath:instancePath+"/settings/callbacks",schemaPath:"#/$defs/settings/properties/callbacks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema45.properties.callbacks,data:data31};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data31.statuses !== undefined){
let data32 = data31.statuses;
if(Array.isArray(data32)){
const len5 = data32.length;
for(let i5=0; i5<len5; i5++){
let data33 = data32[i5];
if(!((((((((data33 === "ENQUEUED") || (data33 === "SENT")) || (data33 === "DELIVERED")) || (data33 === "READ")) || (data33 === "EXPIRED")) || (data33 === "CANCELLED")) || (data33 === "FAILED")) || (data33 === "DELAYED"))){
const err60 = {instancePath:instancePath+"/settings/callbacks/statuses/" + i5,schemaPath:"#/$defs/settings/properties/callbacks/properties/statuses/items/enum",keyword:"enum",params:{allowedValues: schema45.properties.callbacks.properties.statuses.items.enum},message:"must be equal to one of the allowed values",schema:schema45.properties.callbacks.properties.statuses.items.enum,parentSchema:schema45.properties.callbacks.properties.statuses.items,data:data33};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
let i6 = data32.length;
let j0;
if(i6 > 1){
outer0:
for(;i6--;){
for(j0 = i6; j0--;){
if(func0(data32[i6], data32[j0])){
const err61 = {instancePath:instancePath+"/settings/callbacks/statuses",schemaPath:"#/$defs/settings/properties/callbacks/properties/statuses/uniqueItems",keyword:"uniqueItems",params:{i: i6, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i6+" are identical)",schema:true,parentSchema:schema45.properties.callbacks.properties.statuses,data:data32};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err62 = {instancePath:instancePath+"/settings/callbacks/statuses",schemaPath:"#/$defs/settings/properties/callbacks/properties/statuses/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema45.properties.callbacks.properties.statuses.type,parentSchema:schema45.properties.callbacks.properties.statuses,data:data32};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
else {
const err63 = {instancePath:instancePath+"/settings/callbacks",schemaPath:"#/$defs/settings/properties/callbacks/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema45.properties.callbacks.type,parentSchema:schema45.properties.callbacks,data:data31};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data22.limits !== undefined){
let data34 = data22.limits;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
for(const key10 in data34){
if(!((key10 === "requestsPerSecond") || (key10 === "templateMessagesPerDay"))){
const err64 = {instancePath:instancePath+"/settings/limits",schemaPath:"#/$defs/settings/properties/limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties",schema:false,parentSchema:schema45.properties.limits,data:data34};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data34.requestsPerSecond !== undefined){
let data35 = data34.requestsPerSecond;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
const err65 = {instancePath:instancePath+"/settings/limits/requestsPerSecond",schemaPath:"#/$defs/settings/properties/limits/properties/requestsPerSecond/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema45.properties.limits.properties.requestsPerSecond.type,parentSchema:schema45.properties.limits.properties.requestsPerSecond,data:data35};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 1000000 || isNaN(data35)){
const err66 = {instancePath:instancePath+"/settings/limits/requestsPerSecond",schemaPath:"#/$defs/settings/properties/limits/properties/requestsPerSecond/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema45.properties.limits.properties.requestsPerSecond,data:data35};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(data35 < 1 || isNaN(data35)){
const err67 = {instancePath:instancePath+"/settings/limits/requestsPerSecond",schemaPath:"#/$defs/settings/properties/limits/properties/requestsPerSecond/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema45.properties.limits.properties.requestsPerSecond,data:data35};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
}
if(data34.templateMessagesPerDay !== undefined){
let data36 = data34.templateMessagesPerDay;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
const err68 = {instancePath:instancePath+"/settings/limits/templateMessagesPerDay",schemaPath:"#/$defs/settings/properties/limits/properties/templateMessagesPerDay/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema45.properties.limits.properties.templateMessagesPerDay.type,parentSchema:schema45.properties.limits.properties.templateMessagesPerDay,data:data36};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 > 2147483647 || isNaN(data36)){
const err69 = {instancePath:instancePath+"/settings/limits/templateMessagesPerDay",schemaPath:"#/$defs/settings/properties/limits/properties/templateMessagesPerDay/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647",schema:2147483647,parentSchema:schema45.properties.limits.properties.templateMessagesPerDay,data:data36};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data36 < 0 || isNaN(data36)){
const err70 = {instancePath:instancePath+"/settings/limits/templateMessagesPerDay",schemaPath:"#/$defs/settings/properties/limits/properties/templateMessagesPerDay/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema45.properties.limits.properties.templateMessagesPerDay,data:data36};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
}
else {
const err71 = {instancePath:instancePath+"/settings/limits",schemaPath:"#/$defs/settings/properties/limits/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema45.properties.limits.type,parentSchema:schema45.properties.limits,data:data34};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/settings",schemaPath:"#/$defs/settings/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema45.type,parentSchema:schema45,data:data22};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
else {
const err73 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.type,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="accounts" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.accounts === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "accounts"},message:"must have required property '"+"accounts"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "accounts")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.accounts !== undefined){
let data0 = data.accounts;
if(Array.isArray(data0)){
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/accounts",schemaPath:"#/properties/accounts/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.accounts,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate21(data0[i0], {instancePath:instancePath+"/accounts/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/accounts",schemaPath:"#/properties/accounts/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.accounts.type,parentSchema:schema31.properties.accounts,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

