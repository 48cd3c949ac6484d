// Generated from spec/ by `npm run generate`. Do not edit.
import { appendErrors, keepError } from '../bounded-errors.ts';
import { codePointLength } from '../code-point-length.ts';
export const defaultProblem = "matched-template-not-found";
"use strict";
export const validate = validate21;
const schema32 = {"type":"object","x-problem-default":"matched-template-not-found","properties":{"requestId":{"type":"string","pattern":"^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","minLength":1,"maxLength":256,"x-problem":{"pattern":{"code":"matched-template-not-found","detail":"/requestId: must have neither U+0000 nor half of a surrogate pair"}}},"messageId":{"type":"integer","format":"int64","minimum":0,"maximum":9007199254740991},"subscriberFilter":{"$ref":"#/$defs/SubscriberFilter"},"channelTypes":{"type":"array","maxItems":100,"items":{"$ref":"#/$defs/ChannelType"}},"subjectId":{"type":"integer","format":"int32","minimum":0,"maximum":2147483647},"direction":{"$ref":"#/$defs/MessageDirection"},"trafficType":{"type":"array","maxItems":100,"items":{"type":"string"}},"dateFrom":{"type":"string","format":"date-time"},"dateTo":{"type":"string","format":"date-time"},"sort":{"type":"array","maxItems":1,"items":{"$ref":"#/$defs/MessageSort"}},"offset":{"type":"integer","format":"int32","minimum":0,"maximum":100000},"limit":{"type":"integer","format":"int32","minimum":1,"maximum":1000}},"additionalProperties":true};
const schema35 = {"type":"string"};
const schema36 = {"type":"string"};
const schema37 = {"type":"object","required":["property"],"properties":{"property":{"type":"string","pattern":"^messageId$"},"direction":{"type":"string","pattern":"^(ASC|DESC)$"}},"additionalProperties":true};
const func1 = codePointLength;
const pattern4 = new RegExp("^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$", "u");
const pattern7 = new RegExp("^messageId$", "u");
const pattern8 = new RegExp("^(ASC|DESC)$", "u");
const schema33 = {"type":"object","required":["address","type"],"properties":{"address":{"type":"string","pattern":"^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","maxLength":1024,"x-problem":{"maxLength":"matched-template-not-found","pattern":{"code":"matched-template-not-found","detail":"/subscriberFilter/address: must have neither U+0000 nor half of a surrogate pair"}}},"type":{"$ref":"#/$defs/AddressType"}},"x-problem":{"required":{"address":"matched-template-not-found","type":"matched-template-not-found"}},"additionalProperties":true};
const schema34 = {"type":"string","pattern":"^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","maxLength":64,"x-problem":{"maxLength":"matched-template-not-found","pattern":{"code":"matched-template-not-found","detail":"/subscriberFilter/type: must have neither U+0000 nor half of a surrogate pair"}}};

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
if(data.address === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "address"},parentSchema:schema33,data};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
if(data.type === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "type"},parentSchema:schema33,data};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
if(data.address !== undefined){
let data0 = data.address;
if(typeof data0 === "string"){
if(func1(data0) > 1024){
const err2 = {instancePath:instancePath+"/address",keyword:"maxLength",params:{limit: 1024},parentSchema:schema33.properties.address,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/address",keyword:"pattern",params:{pattern: "^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema33.properties.address,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
}
else {
const err4 = {instancePath:instancePath+"/address",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.address,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
}
if(data.type !== undefined){
let data1 = data.type;
if(typeof data1 === "string"){
if(func1(data1) > 64){
const err5 = {instancePath:instancePath+"/type",keyword:"maxLength",params:{limit: 64},parentSchema:schema34,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
if(!pattern4.test(data1)){
const err6 = {instancePath:instancePath+"/type",keyword:"pattern",params:{pattern: "^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema34,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
}
else {
const err7 = {instancePath:instancePath+"/type",keyword:"type",params:{type: "string"},parentSchema:schema34,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
}
}
else {
const err8 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema33,data};
if(vErrors === null){
vErrors = [err8];
}
else {
keepError(vErrors, err8);
}
errors = vErrors.length;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const formats0 = /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i;

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
if(data.requestId !== undefined){
let data0 = data.requestId;
if(typeof data0 === "string"){
if(func1(data0) > 256){
const err0 = {instancePath:instancePath+"/requestId",keyword:"maxLength",params:{limit: 256},parentSchema:schema32.properties.requestId,data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
if(func1(data0) < 1){
const err1 = {instancePath:instancePath+"/requestId",keyword:"minLength",params:{limit: 1},parentSchema:schema32.properties.requestId,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/requestId",keyword:"pattern",params:{pattern: "^(?:[\\u0001-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema32.properties.requestId,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
}
else {
const err3 = {instancePath:instancePath+"/requestId",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.requestId,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
}
if(data.messageId !== undefined){
let data1 = data.messageId;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err4 = {instancePath:instancePath+"/messageId",keyword:"type",params:{type: "integer"},parentSchema:schema32.properties.messageId,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/messageId",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema32.properties.messageId,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
if(data1 < 0 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/messageId",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema32.properties.messageId,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
}
}
if(data.subscriberFilter !== undefined){
if(!(validate22(data.subscriberFilter, {instancePath:instancePath+"/subscriberFilter",parentData:data,parentDataProperty:"subscriberFilter",rootData,dynamicAnchors}))){
vErrors = appendErrors(vErrors, validate22.errors);
errors = vErrors.length;
}
}
if(data.channelTypes !== undefined){
let data3 = data.channelTypes;
if(Array.isArray(data3)){
if(data3.length > 100){
const err7 = {instancePath:instancePath+"/channelTypes",keyword:"maxItems",params:{limit: 100},parentSchema:schema32.properties.channelTypes,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 !== "string"){
const err8 = {instancePath:instancePath+"/channelTypes/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema35,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
keepError(vErrors, err8);
}
errors = vErrors.length;
}
}
}
else {
const err9 = {instancePath:instancePath+"/channelTypes",keyword:"type",params:{type: "array"},parentSchema:schema32.properties.channelTypes,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
keepError(vErrors, err9);
}
errors = vErrors.length;
}
}
if(data.subjectId !== undefined){
let data5 = data.subjectId;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err10 = {instancePath:instancePath+"/subjectId",keyword:"type",params:{type: "integer"},parentSchema:schema32.properties.subjectId,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
keepError(vErrors, err10);
}
errors = vErrors.length;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 2147483647 || isNaN(data5)){
const err11 = {instancePath:instancePath+"/subjectId",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema32.properties.subjectId,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
keepError(vErrors, err11);
}
errors = vErrors.length;
}
if(data5 < 0 || isNaN(data5)){
const err12 = {instancePath:instancePath+"/subjectId",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema32.properties.subjectId,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
keepError(vErrors, err12);
}
errors = vErrors.length;
}
}
}
if(data.direction !== undefined){
let data6 = data.direction;
if(typeof data6 !== "string"){
const err13 = {instancePath:instancePath+"/direction",keyword:"type",params:{type: "string"},parentSchema:schema36,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
keepError(vErrors, err13);
}
errors = vErrors.length;
}
}
if(data.trafficType !== undefined){
let data7 = data.trafficType;
if(Array.isArray(data7)){
if(data7.length > 100){
const err14 = {instancePath:instancePath+"/trafficType",keyword:"maxItems",params:{limit: 100},parentSchema:schema32.properties.trafficType,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
keepError(vErrors, err14);
}
errors = vErrors.length;
}
const len1 = data7.length;
for(let i1=0; i1<len1; i1++){
let data8 = data7[i1];
if(typeof data8 !== "string"){
const err15 = {instancePath:instancePath+"/trafficType/" + i1,keyword:"type",params:{type: "string"},parentSchema:schema32.properties.trafficType.items,data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
keepError(vErrors, err15);
}
errors = vErrors.length;
}
}
}
else {
const err16 = {instancePath:instancePath+"/trafficType",keyword:"type",params:{type: "array"},parentSchema:schema32.properties.trafficType,data:data7};
if(vErrors === null){
vErrors = [err16];
}
else {
keepError(vErrors, err16);
}
errors = vErrors.length;
}
}
if(data.dateFrom !== undefined){
let data9 = data.dateFrom;
if(typeof data9 === "string"){
if(!(formats0.test(data9))){
const err17 = {instancePath:instancePath+"/dateFrom",keyword:"format",params:{format: "date-time"},parentSchema:schema32.properties.dateFrom,data:data9};
if(vErrors === null){
vErrors = [err17];
}
else {
keepError(vErrors, err17);
}
errors = vErrors.length;
}
}
else {
const err18 = {instancePath:instancePath+"/dateFrom",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.dateFrom,data:data9};
if(vErrors === null){
vErrors = [err18];
}
else {
keepError(vErrors, err18);
}
errors = vErrors.length;
}
}
if(data.dateTo !== undefined){
let data10 = data.dateTo;
if(typeof data10 === "string"){
if(!(formats0.test(data10))){
const err19 = {instancePath:instancePath+"/dateTo",keyword:"format",params:{format: "date-time"},parentSchema:schema32.properties.dateTo,data:data10};
if(vErrors === null){
vErrors = [err19];
}
else {
keepError(vErrors, err19);
}
errors = vErrors.length;
}
}
else {
const err20 = {instancePath:instancePath+"/dateTo",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.dateTo,data:data10};
if(vErrors === null){
vErrors = [err20];
}
else {
keepError(vErrors, err20);
}
errors = vErrors.length;
}
}
if(data.sort !== undefined){
let data11 = data.sort;
if(Array.isArray(data11)){
if(data11.length > 1){
const err21 = {instancePath:instancePath+"/sort",keyword:"maxItems",params:{limit: 1},parentSchema:schema32.properties.sort,data:data11};
if(vErrors === null){
vErrors = [err21];
}
else {
keepError(vErrors, err21);
}
errors = vErrors.length;
}
const len2 = data11.length;
for(let i2=0; i2<len2; i2++){
let data12 = data11[i2];
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.property === undefined){
const err22 = {instancePath:instancePath+"/sort/" + i2,keyword:"required",params:{missingProperty: "property"},parentSchema:schema37,data:data12};
if(vErrors === null){
vErrors = [err22];
}
else {
keepError(vErrors, err22);
}
errors = vErrors.length;
}
if(data12.property !== undefined){
let data13 = data12.property;
if(typeof data13 === "string"){
if(!pattern7.test(data13)){
const err23 = {instancePath:instancePath+"/sort/" + i2+"/property",keyword:"pattern",params:{pattern: "^messageId$"},parentSchema:schema37.properties.property,data:data13};
if(vErrors === null){
vErrors = [err23];
}
else {
keepError(vErrors, err23);
}
errors = vErrors.length;
}
}
else {
const err24 = {instancePath:instancePath+"/sort/" + i2+"/property",keyword:"type",params:{type: "string"},parentSchema:schema37.properties.property,data:data13};
if(vErrors === null){
vErrors = [err24];
}
else {
keepError(vErrors, err24);
}
errors = vErrors.length;
}
}
if(data12.direction !== undefined){
let data14 = data12.direction;
if(typeof data14 === "string"){
if(!pattern8.test(data14)){
const err25 = {instancePath:instancePath+"/sort/" + i2+"/direction",keyword:"pattern",params:{pattern: "^(ASC|DESC)$"},parentSchema:schema37.properties.direction,data:data14};
if(vErrors === null){
vErrors = [err25];
}
else {
keepError(vErrors, err25);
}
errors = vErrors.length;
}
}
else {
const err26 = {instancePath:instancePath+"/sort/" + i2+"/direction",keyword:"type",params:{type: "string"},parentSchema:schema37.properties.direction,data:data14};
if(vErrors === null){
vErrors = [err26];
}
else {
keepError(vErrors, err26);
}
errors = vErrors.length;
}
}
}
else {
const err27 = {instancePath:instancePath+"/sort/" + i2,keyword:"type",params:{type: "object"},parentSchema:schema37,data:data12};
if(vErrors === null){
vErrors = [err27];
}
else {
keepError(vErrors, err27);
}
errors = vErrors.length;
}
}
}
else {
const err28 = {instancePath:instancePath+"/sort",keyword:"type",params:{type: "array"},parentSchema:schema32.properties.sort,data:data11};
if(vErrors === null){
vErrors = [err28];
}
else {
keepError(vErrors, err28);
}
errors = vErrors.length;
}
}
if(data.offset !== undefined){
let data15 = data.offset;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err29 = {instancePath:instancePath+"/offset",keyword:"type",params:{type: "integer"},parentSchema:schema32.properties.offset,data:data15};
if(vErrors === null){
vErrors = [err29];
}
else {
keepError(vErrors, err29);
}
errors = vErrors.length;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 100000 || isNaN(data15)){
const err30 = {instancePath:instancePath+"/offset",keyword:"maximum",params:{comparison: "<=", limit: 100000},parentSchema:schema32.properties.offset,data:data15};
if(vErrors === null){
vErrors = [err30];
}
else {
keepError(vErrors, err30);
}
errors = vErrors.length;
}
if(data15 < 0 || isNaN(data15)){
const err31 = {instancePath:instancePath+"/offset",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema32.properties.offset,data:data15};
if(vErrors === null){
vErrors = [err31];
}
else {
keepError(vErrors, err31);
}
errors = vErrors.length;
}
}
}
if(data.limit !== undefined){
let data16 = data.limit;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err32 = {instancePath:instancePath+"/limit",keyword:"type",params:{type: "integer"},parentSchema:schema32.properties.limit,data:data16};
if(vErrors === null){
vErrors = [err32];
}
else {
keepError(vErrors, err32);
}
errors = vErrors.length;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 1000 || isNaN(data16)){
const err33 = {instancePath:instancePath+"/limit",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema32.properties.limit,data:data16};
if(vErrors === null){
vErrors = [err33];
}
else {
keepError(vErrors, err33);
}
errors = vErrors.length;
}
if(data16 < 1 || isNaN(data16)){
const err34 = {instancePath:instancePath+"/limit",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema32.properties.limit,data:data16};
if(vErrors === null){
vErrors = [err34];
}
else {
keepError(vErrors, err34);
}
errors = vErrors.length;
}
}
}
}
else {
const err35 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err35];
}
else {
keepError(vErrors, err35);
}
errors = vErrors.length;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

