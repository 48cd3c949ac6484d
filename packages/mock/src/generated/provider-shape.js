// Generated from spec/ by `npm run generate`. Do not edit.
import { formats } from '@cascade/yaml-file';
import { codePointLength } from '@cascade/yaml-file';
"use strict";
export const validate = validate20;
export default validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"provider","description":"Accounts, keys and cascades of a provider, as samples/provider.yaml declares them.","type":"object","additionalProperties":false,"required":["accounts"],"properties":{"accounts":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/account"}}},"$defs":{"account":{"type":"object","additionalProperties":false,"required":["name","keys","balance","prices","cascades"],"properties":{"name":{"type":"string","minLength":1},"keys":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/key"}},"balance":{"description":"Minor units (ADR-0012).","type":"integer"},"prices":{"description":"Minor units for one attempt at a stage of the channel.","type":"object","additionalProperties":{"type":"integer","minimum":0}},"cascades":{"type":"array","items":{"$ref":"#/$defs/cascade"}},"callback":{"description":"How callbacks are signed, as in the accounts file of the service.","type":"object","additionalProperties":false,"required":["secrets"],"properties":{"secrets":{"description":"The signing secrets; two during a rotation (ADR-0017).","type":"array","minItems":1,"maxItems":2,"items":{"description":"whsec_ and the base64 of at least 24 bytes","type":"string","pattern":"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}}}},"settings":{"description":"How requests of the account are treated, as in the accounts file of the service.","type":"object","additionalProperties":false,"properties":{"lenient":{"description":"Which older request shapes are let in (ADR-0027); all off if absent.","type":"object","additionalProperties":false,"properties":{"cascadeIdAsText":{"type":"boolean"},"anyRequestId":{"type":"boolean"},"smsWithoutContentType":{"type":"boolean"},"textAsNumber":{"type":"boolean"},"keyboard":{"type":"boolean"},"attachment":{"type":"boolean"},"listRequests":{"type":"boolean"}}}}}}},"key":{"type":"object","additionalProperties":false,"required":["key"],"properties":{"key":{"type":"string","minLength":1},"expiresAt":{"type":"string","format":"date-time"}}},"cascade":{"type":"object","additionalProperties":false,"required":["id","name","stages"],"properties":{"id":{"type":"integer"},"name":{"type":"string","minLength":1},"coverage":{"description":"The answer to a stage without content (ADR-0004); violations if absent.","enum":["violations","code"]},"stages":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/stage"}}}},"stage":{"type":"object","additionalProperties":false,"required":["uuid","channel","subject"],"properties":{"uuid":{"type":"string","format":"uuid"},"channel":{"enum":["SMS","CHATONE","CHATTWO"]},"ttl":{"description":"HH:MM:SS","type":"string","pattern":"^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$"},"subject":{"type":"object","additionalProperties":false,"required":["id","subject"],"properties":{"id":{"type":"integer"},"subject":{"type":"string","minLength":1}}}}}}};
const schema32 = {"type":"object","additionalProperties":false,"required":["name","keys","balance","prices","cascades"],"properties":{"name":{"type":"string","minLength":1},"keys":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/key"}},"balance":{"description":"Minor units (ADR-0012).","type":"integer"},"prices":{"description":"Minor units for one attempt at a stage of the channel.","type":"object","additionalProperties":{"type":"integer","minimum":0}},"cascades":{"type":"array","items":{"$ref":"#/$defs/cascade"}},"callback":{"description":"How callbacks are signed, as in the accounts file of the service.","type":"object","additionalProperties":false,"required":["secrets"],"properties":{"secrets":{"description":"The signing secrets; two during a rotation (ADR-0017).","type":"array","minItems":1,"maxItems":2,"items":{"description":"whsec_ and the base64 of at least 24 bytes","type":"string","pattern":"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}}}},"settings":{"description":"How requests of the account are treated, as in the accounts file of the service.","type":"object","additionalProperties":false,"properties":{"lenient":{"description":"Which older request shapes are let in (ADR-0027); all off if absent.","type":"object","additionalProperties":false,"properties":{"cascadeIdAsText":{"type":"boolean"},"anyRequestId":{"type":"boolean"},"smsWithoutContentType":{"type":"boolean"},"textAsNumber":{"type":"boolean"},"keyboard":{"type":"boolean"},"attachment":{"type":"boolean"},"listRequests":{"type":"boolean"}}}}}}};
const schema33 = {"type":"object","additionalProperties":false,"required":["key"],"properties":{"key":{"type":"string","minLength":1},"expiresAt":{"type":"string","format":"date-time"}}};
const func1 = codePointLength;
const formats0 = formats["date-time"];
const schema34 = {"type":"object","additionalProperties":false,"required":["id","name","stages"],"properties":{"id":{"type":"integer"},"name":{"type":"string","minLength":1},"coverage":{"description":"The answer to a stage without content (ADR-0004); violations if absent.","enum":["violations","code"]},"stages":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/stage"}}}};
const schema35 = {"type":"object","additionalProperties":false,"required":["uuid","channel","subject"],"properties":{"uuid":{"type":"string","format":"uuid"},"channel":{"enum":["SMS","CHATONE","CHATTWO"]},"ttl":{"description":"HH:MM:SS","type":"string","pattern":"^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$"},"subject":{"type":"object","additionalProperties":false,"required":["id","subject"],"properties":{"id":{"type":"integer"},"subject":{"type":"string","minLength":1}}}}};
const formats2 = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const pattern4 = new RegExp("^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$", "u");

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
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema34.required,parentSchema:schema34,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema34.required,parentSchema:schema34,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.stages === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stages"},message:"must have required property '"+"stages"+"'",schema:schema34.required,parentSchema:schema34,data};
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
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema34,data};
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
const err4 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema34.properties.id.type,parentSchema:schema34.properties.id,data:data0};
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
if(func1(data1) < 1){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema34.properties.name,data:data1};
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
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema34.properties.name.type,parentSchema:schema34.properties.name,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.coverage !== undefined){
let data2 = data.coverage;
if(!((data2 === "violations") || (data2 === "code"))){
const err7 = {instancePath:instancePath+"/coverage",schemaPath:"#/properties/coverage/enum",keyword:"enum",params:{allowedValues: schema34.properties.coverage.enum},message:"must be equal to one of the allowed values",schema:schema34.properties.coverage.enum,parentSchema:schema34.properties.coverage,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.stages !== undefined){
let data3 = data.stages;
if(Array.isArray(data3)){
if(data3.length < 1){
const err8 = {instancePath:instancePath+"/stages",schemaPath:"#/properties/stages/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema34.properties.stages,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.uuid === undefined){
const err9 = {instancePath:instancePath+"/stages/" + i0,schemaPath:"#/$defs/stage/required",keyword:"required",params:{missingProperty: "uuid"},message:"must have required property '"+"uuid"+"'",schema:schema35.required,parentSchema:schema35,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data4.channel === undefined){
const err10 = {instancePath:instancePath+"/stages/" + i0,schemaPath:"#/$defs/stage/required",keyword:"required",params:{missingProperty: "channel"},message:"must have required property '"+"channel"+"'",schema:schema35.required,parentSchema:schema35,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data4.subject === undefined){
const err11 = {instancePath:instancePath+"/stages/" + i0,schemaPath:"#/$defs/stage/required",keyword:"required",params:{missingProperty: "subject"},message:"must have required property '"+"subject"+"'",schema:schema35.required,parentSchema:schema35,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
for(const key1 in data4){
if(!((((key1 === "uuid") || (key1 === "channel")) || (key1 === "ttl")) || (key1 === "subject"))){
const err12 = {instancePath:instancePath+"/stages/" + i0,schemaPath:"#/$defs/stage/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema35,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data4.uuid !== undefined){
let data5 = data4.uuid;
if(typeof data5 === "string"){
if(!(formats2.test(data5))){
const err13 = {instancePath:instancePath+"/stages/" + i0+"/uuid",schemaPath:"#/$defs/stage/properties/uuid/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema35.properties.uuid,data:data5};
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
const err14 = {instancePath:instancePath+"/stages/" + i0+"/uuid",schemaPath:"#/$defs/stage/properties/uuid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.uuid.type,parentSchema:schema35.properties.uuid,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data4.channel !== undefined){
let data6 = data4.channel;
if(!(((data6 === "SMS") || (data6 === "CHATONE")) || (data6 === "CHATTWO"))){
const err15 = {instancePath:instancePath+"/stages/" + i0+"/channel",schemaPath:"#/$defs/stage/properties/channel/enum",keyword:"enum",params:{allowedValues: schema35.properties.channel.enum},message:"must be equal to one of the allowed values",schema:schema35.properties.channel.enum,parentSchema:schema35.properties.channel,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data4.ttl !== undefined){
let data7 = data4.ttl;
if(typeof data7 === "string"){
if(!pattern4.test(data7)){
const err16 = {instancePath:instancePath+"/stages/" + i0+"/ttl",schemaPath:"#/$defs/stage/properties/ttl/pattern",keyword:"pattern",params:{pattern: "^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$"},message:"must match pattern \""+"^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$"+"\"",schema:"^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$",parentSchema:schema35.properties.ttl,data:data7};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/stages/" + i0+"/ttl",schemaPath:"#/$defs/stage/properties/ttl/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.ttl.type,parentSchema:schema35.properties.ttl,data:data7};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data4.subject !== undefined){
let data8 = data4.subject;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.id === undefined){
const err18 = {instancePath:instancePath+"/stages/" + i0+"/subject",schemaPath:"#/$defs/stage/properties/subject/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema35.properties.subject.required,parentSchema:schema35.properties.subject,data:data8};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data8.subject === undefined){
const err19 = {instancePath:instancePath+"/stages/" + i0+"/subject",schemaPath:"#/$defs/stage/properties/subject/required",keyword:"required",params:{missingProperty: "subject"},message:"must have required property '"+"subject"+"'",schema:schema35.properties.subject.required,parentSchema:schema35.properties.subject,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
for(const key2 in data8){
if(!((key2 === "id") || (key2 === "subject"))){
const err20 = {instancePath:instancePath+"/stages/" + i0+"/subject",schemaPath:"#/$defs/stage/properties/subject/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema35.properties.subject,data:data8};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data8.id !== undefined){
let data9 = data8.id;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err21 = {instancePath:instancePath+"/stages/" + i0+"/subject/id",schemaPath:"#/$defs/stage/properties/subject/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema35.properties.subject.properties.id.type,parentSchema:schema35.properties.subject.properties.id,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data8.subject !== undefined){
let data10 = data8.subject;
if(typeof data10 === "string"){
if(func1(data10) < 1){
const err22 = {instancePath:instancePath+"/stages/" + i0+"/subject/subject",schemaPath:"#/$defs/stage/properties/subject/properties/subject/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.subject.properties.subject,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/stages/" + i0+"/subject/subject",schemaPath:"#/$defs/stage/properties/subject/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.subject.properties.subject.type,parentSchema:schema35.properties.subject.properties.subject,data:data10};
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
else {
const err24 = {instancePath:instancePath+"/stages/" + i0+"/subject",schemaPath:"#/$defs/stage/properties/subject/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema35.properties.subject.type,parentSchema:schema35.properties.subject,data:data8};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/stages/" + i0,schemaPath:"#/$defs/stage/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema35.type,parentSchema:schema35,data:data4};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/stages",schemaPath:"#/properties/stages/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema34.properties.stages.type,parentSchema:schema34.properties.stages,data:data3};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema34.type,parentSchema:schema34,data};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const pattern5 = new RegExp("^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", "u");

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
if(data.balance === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "balance"},message:"must have required property '"+"balance"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.prices === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prices"},message:"must have required property '"+"prices"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.cascades === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cascades"},message:"must have required property '"+"cascades"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "name") || (key0 === "keys")) || (key0 === "balance")) || (key0 === "prices")) || (key0 === "cascades")) || (key0 === "callback")) || (key0 === "settings"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func1(data0) < 1){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32.properties.name,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.name.type,parentSchema:schema32.properties.name,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.keys !== undefined){
let data1 = data.keys;
if(Array.isArray(data1)){
if(data1.length < 1){
const err8 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema32.properties.keys,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.key === undefined){
const err9 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/$defs/key/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'",schema:schema33.required,parentSchema:schema33,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
for(const key1 in data2){
if(!((key1 === "key") || (key1 === "expiresAt"))){
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
if(func1(data3) < 1){
const err11 = {instancePath:instancePath+"/keys/" + i0+"/key",schemaPath:"#/$defs/key/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33.properties.key,data:data3};
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
if(data2.expiresAt !== undefined){
let data4 = data2.expiresAt;
if(typeof data4 === "string"){
if(!(formats0(data4))){
const err13 = {instancePath:instancePath+"/keys/" + i0+"/expiresAt",schemaPath:"#/$defs/key/properties/expiresAt/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema33.properties.expiresAt,data:data4};
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
const err14 = {instancePath:instancePath+"/keys/" + i0+"/expiresAt",schemaPath:"#/$defs/key/properties/expiresAt/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.properties.expiresAt.type,parentSchema:schema33.properties.expiresAt,data:data4};
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
else {
const err15 = {instancePath:instancePath+"/keys/" + i0,schemaPath:"#/$defs/key/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.type,parentSchema:schema33,data:data2};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema32.properties.keys.type,parentSchema:schema32.properties.keys,data:data1};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.balance !== undefined){
let data5 = data.balance;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err17 = {instancePath:instancePath+"/balance",schemaPath:"#/properties/balance/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema32.properties.balance.type,parentSchema:schema32.properties.balance,data:data5};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.prices !== undefined){
let data6 = data.prices;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key2 in data6){
let data7 = data6[key2];
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err18 = {instancePath:instancePath+"/prices/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/prices/additionalProperties/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema32.properties.prices.additionalProperties.type,parentSchema:schema32.properties.prices.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
const err19 = {instancePath:instancePath+"/prices/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/prices/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema32.properties.prices.additionalProperties,data:data7};
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
}
else {
const err20 = {instancePath:instancePath+"/prices",schemaPath:"#/properties/prices/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.properties.prices.type,parentSchema:schema32.properties.prices,data:data6};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.cascades !== undefined){
let data8 = data.cascades;
if(Array.isArray(data8)){
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
if(!(validate22(data8[i1], {instancePath:instancePath+"/cascades/" + i1,parentData:data8,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err21 = {instancePath:instancePath+"/cascades",schemaPath:"#/properties/cascades/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema32.properties.cascades.type,parentSchema:schema32.properties.cascades,data:data8};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.callback !== undefined){
let data10 = data.callback;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.secrets === undefined){
const err22 = {instancePath:instancePath+"/callback",schemaPath:"#/properties/callback/required",keyword:"required",params:{missingProperty: "secrets"},message:"must have required property '"+"secrets"+"'",schema:schema32.properties.callback.required,parentSchema:schema32.properties.callback,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
for(const key3 in data10){
if(!(key3 === "secrets")){
const err23 = {instancePath:instancePath+"/callback",schemaPath:"#/properties/callback/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema32.properties.callback,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data10.secrets !== undefined){
let data11 = data10.secrets;
if(Array.isArray(data11)){
if(data11.length > 2){
const err24 = {instancePath:instancePath+"/callback/secrets",schemaPath:"#/properties/callback/properties/secrets/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items",schema:2,parentSchema:schema32.properties.callback.properties.secrets,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data11.length < 1){
const err25 = {instancePath:instancePath+"/callback/secrets",schemaPath:"#/properties/callback/properties/secrets/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema32.properties.callback.properties.secrets,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
const len2 = data11.length;
for(let i2=0; i2<len2; i2++){
let data12 = data11[i2];
if(typeof data12 === "string"){
if(!pattern5.test(data12)){
const err26 = {instancePath:instancePath+"/callback/secrets/" + i2,schemaPath:"#/properties/callback/properties/secrets/items/pattern",keyword:"pattern",params:{pattern: "^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"},message:"must match pattern \""+"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"+"\"",schema:"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",parentSchema:schema32.properties.callback.properties.secrets.items,data:data12};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/callback/secrets/" + i2,schemaPath:"#/properties/callback/properties/secrets/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.callback.properties.secrets.items.type,parentSchema:schema32.properties.callback.properties.secrets.items,data:data12};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/callback/secrets",schemaPath:"#/properties/callback/properties/secrets/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema32.properties.callback.properties.secrets.type,parentSchema:schema32.properties.callback.properties.secrets,data:data11};
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
else {
const err29 = {instancePath:instancePath+"/callback",schemaPath:"#/properties/callback/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.properties.callback.type,parentSchema:schema32.properties.callback,data:data10};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.settings !== undefined){
let data13 = data.settings;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key4 in data13){
if(!(key4 === "lenient")){
const err30 = {instancePath:instancePath+"/settings",schemaPath:"#/properties/settings/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema32.properties.settings,data:data13};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data13.lenient !== undefined){
let data14 = data13.lenient;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key5 in data14){
if(!(((((((key5 === "cascadeIdAsText") || (key5 === "anyRequestId")) || (key5 === "smsWithoutContentType")) || (key5 === "textAsNumber")) || (key5 === "keyboard")) || (key5 === "attachment")) || (key5 === "listRequests"))){
const err31 = {instancePath:instancePath+"/settings/lenient",schemaPath:"#/properties/settings/properties/lenient/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema32.properties.settings.properties.lenient,data:data14};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data14.cascadeIdAsText !== undefined){
let data15 = data14.cascadeIdAsText;
if(typeof data15 !== "boolean"){
const err32 = {instancePath:instancePath+"/settings/lenient/cascadeIdAsText",schemaPath:"#/properties/settings/properties/lenient/properties/cascadeIdAsText/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema32.properties.settings.properties.lenient.properties.cascadeIdAsText.type,parentSchema:schema32.properties.settings.properties.lenient.properties.cascadeIdAsText,data:data15};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data14.anyRequestId !== undefined){
let data16 = data14.anyRequestId;
if(typeof data16 !== "boolean"){
const err33 = {instancePath:instancePath+"/settings/lenient/anyRequestId",schemaPath:"#/properties/settings/properties/lenient/properties/anyRequestId/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema32.properties.settings.properties.lenient.properties.anyRequestId.type,parentSchema:schema32.properties.settings.properties.lenient.properties.anyRequestId,data:data16};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data14.smsWithoutContentType !== undefined){
let data17 = data14.smsWithoutContentType;
if(typeof data17 !== "boolean"){
const err34 = {instancePath:instancePath+"/settings/lenient/smsWithoutContentType",schemaPath:"#/properties/settings/properties/lenient/properties/smsWithoutContentType/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema32.properties.settings.properties.lenient.properties.smsWithoutContentType.type,parentSchema:schema32.properties.settings.properties.lenient.properties.smsWithoutContentType,data:data17};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data14.textAsNumber !== undefined){
let data18 = data14.textAsNumber;
if(typeof data18 !== "boolean"){
const err35 = {instancePath:instancePath+"/settings/lenient/textAsNumber",schemaPath:"#/properties/settings/properties/lenient/properties/textAsNumber/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema32.properties.settings.properties.lenient.properties.textAsNumber.type,parentSchema:schema32.properties.settings.properties.lenient.properties.textAsNumber,data:data18};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data14.keyboard !== undefined){
let data19 = data14.keyboard;
if(typeof data19 !== "boolean"){
const err36 = {instancePath:instancePath+"/settings/lenient/keyboard",schemaPath:"#/properties/settings/properties/lenient/properties/keyboard/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema32.properties.settings.properties.lenient.properties.keyboard.type,parentSchema:schema32.properties.settings.properties.lenient.properties.keyboard,data:data19};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data14.attachment !== undefined){
let data20 = data14.attachment;
if(typeof data20 !== "boolean"){
const err37 = {instancePath:instancePath+"/settings/lenient/attachment",schemaPath:"#/properties/settings/properties/lenient/properties/attachment/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema32.properties.settings.properties.lenient.properties.attachment.type,parentSchema:schema32.properties.settings.properties.lenient.properties.attachment,data:data20};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data14.listRequests !== undefined){
let data21 = data14.listRequests;
if(typeof data21 !== "boolean"){
const err38 = {instancePath:instancePath+"/settings/lenient/listRequests",schemaPath:"#/properties/settings/properties/lenient/properties/listRequests/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema32.properties.settings.properties.lenient.properties.listRequests.type,parentSchema:schema32.properties.settings.properties.lenient.properties.listRequests,data:data21};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/settings/lenient",schemaPath:"#/properties/settings/properties/lenient/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.properties.settings.properties.lenient.type,parentSchema:schema32.properties.settings.properties.lenient,data:data14};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/settings",schemaPath:"#/properties/settings/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.properties.settings.type,parentSchema:schema32.properties.settings,data:data13};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.type,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="provider" */;
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

